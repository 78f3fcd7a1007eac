import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';

interface PageHeaderProps {
  title: string;
  /** One primary action, and the secondary ones before it. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Heads a page: its only level-one heading, its actions, and the name the browser shows in tab and history. */
export const PageHeader = ({ title, actions, children }: PageHeaderProps) => {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, paddingY: 1.5 }}>
      <Typography variant="h5" component="h1" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{actions}</Box>}
    </Box>
  );
};
