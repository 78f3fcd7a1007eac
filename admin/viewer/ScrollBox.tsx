import Box from '@mui/material/Box';
import type { ReactNode, Ref } from 'react';

interface ScrollBoxProps {
  /** What it holds, for those who do not see it. */
  name: string;
  ref?: Ref<HTMLElement>;
  /** As high as what it holds: only its width is cut. */
  isSideways?: boolean;
  children: ReactNode;
}

/** What is larger than the viewer is scrolled to, with keys as well. */
export const ScrollBox = ({ name, ref, isSideways = false, children }: ScrollBoxProps) => (
  <Box
    ref={ref}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
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
