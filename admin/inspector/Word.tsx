import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A name that is read as one: it is not broken where the line ends. */
export const Word = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {children}
  </Box>
);
