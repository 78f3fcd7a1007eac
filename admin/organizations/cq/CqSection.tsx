import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface CqSectionProps {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

/** One of the lists of the tab: its title, its buttons, its rows. */
export const CqSection = ({ title, actions, children }: CqSectionProps) => {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ marginBottom: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 1 }}>
        <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
};
