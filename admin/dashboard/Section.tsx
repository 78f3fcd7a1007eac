import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** Beside the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard with a heading. */
export const Section = ({ title, tools, children }: SectionProps) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ marginBottom: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1, minHeight: 40 }}>
        <Typography variant="h6" component="h2" id={id} sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {tools}
      </Box>
      {children}
    </Box>
  );
};
