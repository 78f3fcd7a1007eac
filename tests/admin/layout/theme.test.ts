import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { accentFor, themeFor } from '../../../admin/layout/theme.ts';

const brands = ['#0b5c7a', '#ffffff', '#000000', '#ffd400', '#e6e9ed', '#ff0000', '#3f4449', 'no colour', ''];

describe.each(['light', 'dark'] as const)('%s appearance', (mode) => {
  it.each(brands)('can be read with the brand colour %j', (brand) => {
    const { palette } = themeFor(mode, brand);
    const accent = accentFor(brand, mode);
    const { default: background = '', paper = '' } = palette?.background ?? {};
    expect(getContrastRatio(accent, background)).toBeGreaterThanOrEqual(4.5);
    expect(getContrastRatio(accent, paper)).toBeGreaterThanOrEqual(4.5);
    expect(getContrastRatio(mode === 'dark' ? '#0f1214' : '#ffffff', accent)).toBeGreaterThanOrEqual(4.5);
  });
});
