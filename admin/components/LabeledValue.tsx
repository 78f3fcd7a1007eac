import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';

/** A label, or its message key, and a value that cannot be changed here; belongs into a description list. */
export const LabeledValue = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
      {useTranslate()(label, { _: label })}
    </Box>
    <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
);

/** Labeled values side by side, as many columns as fit. */
export const LabeledValues = ({ minWidth = 150, children }: { minWidth?: number; children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gap: 2,
      gridColumn: '1 / -1',
      gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))`,
      margin: 0,
    }}
  >
    {children}
  </Box>
);
