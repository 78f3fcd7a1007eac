import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';

interface ScrollBoxProps {
  /** Accessible name of the content. */
  name: string;
  ref?: Ref<HTMLElement>;
  /** Scrolls horizontally only: as high as its content. */
  isSideways?: boolean;
  children: ReactNode;
}

/** Scrollable box that keyboard users can focus and scroll. */
export const ScrollBox = ({ name, ref, isSideways = false, children }: ScrollBoxProps) => (
  <Box
    ref={ref}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
    role="group"
    aria-label={name}
    tabIndex={0}
    className="viewer-scroll"
    sx={{
      overflow: 'auto',
      '& .viewer-page': { width: 'fit-content', marginX: 'auto' },
      maxHeight: isSideways ? undefined : '80vh',
      '@media print': { maxHeight: 'none', overflow: 'visible' },
    }}
  >
    {children}
  </Box>
);
