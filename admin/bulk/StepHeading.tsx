import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';

/** Heads a step. The focus goes there when the step takes the place of another, whose buttons are gone. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Typography
      ref={heading}
      variant="h6"
      component="h2"
      tabIndex={-1}
      sx={{ outline: 'none', overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  );
};
