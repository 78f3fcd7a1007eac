import { darken, getContrastRatio, lighten } from '@mui/material/styles';
import type { RaThemeOptions } from 'react-admin';
import { layoutMessages } from '../i18n/layout.ts';
import { searchDebounceMs } from '../../shared/rules/paging.ts';

type Mode = 'light' | 'dark';

const surfaces = {
  light: { default: '#f6f7f8', paper: '#ffffff' },
  dark: { default: '#14171a', paper: '#1c2024' },
} as const;
/** WCAG AA for text is 4.5; a hovered button mixes 8 % of the accent into its surface, which takes a tenth of the contrast. */
const readable = 5.1;
const fallbackAccent = '#0b5c7a';

const contrast = (one: string, other: string) => {
  try {
    return getContrastRatio(one, other);
  } catch {
    // A brand record may hold anything.
    return 0;
  }
};

/** The brand's colour, moved towards dark or light until text in it can be read on every surface of the mode. */
export const accentFor = (brandColor: string, mode: Mode): string => {
  const { default: background, paper } = surfaces[mode];
  const start = contrast(brandColor, paper) === 0 ? fallbackAccent : brandColor;
  for (let share = 0; share <= 1; share += 0.05) {
    const moved = mode === 'light' ? darken(start, share) : lighten(start, share);
    if (Math.min(contrast(moved, background), contrast(moved, paper)) >= readable) return moved;
  }
  return fallbackAccent;
};

const numerals = { fontVariantNumeric: 'tabular-nums' } as const;

/** The one visual language: neutral greys, one accent, an 8 px grid, dense tables, calm forms (experience: Everywhere). */
export const themeFor = (mode: Mode, brandColor: string): RaThemeOptions => {
  const dark = mode === 'dark';
  const line = dark ? '#343a40' : '#d9dde1';
  const accent = accentFor(brandColor, mode);
  const focus = { outline: '2px solid currentColor', outlineOffset: 2 };
  return {
    palette: {
      mode,
      // "dark" is what a filled button turns under the pointer: its text must stay readable there too.
      primary: {
        main: accent,
        dark: dark ? lighten(accent, 0.2) : darken(accent, 0.2),
        contrastText: dark ? '#0f1214' : '#ffffff',
      },
      background: surfaces[mode],
      divider: line,
      text: dark ? { primary: '#e8eaed', secondary: '#b3b9c0' } : { primary: '#1b1f23', secondary: '#545c64' },
      error: { main: dark ? '#f28b82' : '#b3261e' },
      warning: { main: dark ? '#f0b866' : '#8a5300' },
      success: { main: dark ? '#7cc99a' : '#1d6b3a' },
      info: { main: dark ? '#8ab4e8' : '#2a5d91' },
    },
    spacing: 8,
    sidebar: { width: 200, closedWidth: 50 },
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
      fontSize: 14,
      body1: { fontSize: '0.875rem' },
      h5: { fontSize: '1.375rem', fontWeight: 600 },
      h6: { fontSize: '1rem', fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          ':focus-visible': focus,
          // A row that opens fills the width of its list: the mark of the focus is drawn inside.
          '[data-list-row]': { cursor: 'pointer', '&:focus-visible': { outlineOffset: '-2px' } },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              // Not a short one: that animates also what has none, and a tooltip lies in the corner of the page until the next picture.
              transition: 'none !important',
            },
          },
        },
      },
      MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { '&:focus-visible': focus } } },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTableCell: {
        styleOverrides: {
          root: { fontSize: '0.8125rem', padding: '6px 10px', borderColor: line },
          alignRight: numerals,
          head: { fontWeight: 600, whiteSpace: 'nowrap' },
        },
      },
      // What a field says while it cannot be changed is meant to be read.
      MuiFormHelperText: {
        styleOverrides: { root: { '&.Mui-disabled': { color: dark ? '#b3b9c0' : '#545c64' } } },
      },
      MuiAppBar: { styleOverrides: { root: { borderBottom: `1px solid ${line}`, backgroundImage: 'none' } } },
      MuiTextField: { defaultProps: { size: 'small' } },
      MuiFormControl: { defaultProps: { size: 'small' } },
      // On narrow screens they would be a white box on the page.
      RaTopToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
      RaListToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
      RaFilterForm: { defaultProps: { debounce: searchDebounceMs } },
      // Without it the first drawing is that of a wide window, and a tab bar scrolls to its tab by the wrong width.
      MuiUseMediaQuery: { defaultProps: { noSsr: true } },
      MuiCircularProgress: { defaultProps: { 'aria-label': layoutMessages.layout.loading } },
      // Inside the page's landmarks, where assistive technology looks for content.
      MuiTooltip: { defaultProps: { enterDelay: 400, slotProps: { popper: { disablePortal: true } } } },
      MuiLink: { defaultProps: { underline: 'always' } },
      // react-admin puts the label of a row's checkbox on the wrapper, where assistive technology does not look for it.
      MuiCheckbox: {
        defaultProps: {
          slotProps: {
            input: (owner: object) => ('aria-label' in owner ? { 'aria-label': String(owner['aria-label']) } : {}),
            root: { 'aria-label': undefined },
          },
        },
      },
    },
  };
};
