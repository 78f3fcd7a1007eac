import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-admin';
import { type ReactNode, useEffect } from 'react';
import { useAppConfig } from '../providers/appContext.ts';
import { rememberPage } from '../providers/recentPages.ts';

interface PageHeaderProps {
  title: string;
  /** The part of the record on screen, such as the name of a tab, before the title in the browser's tab. */
  section?: string | undefined;
  /** One primary action, and the secondary ones before it. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Heading of a page: its only level-one heading, its actions, and the name in the browser's tab and history. */
export const PageHeader = ({ title, section, actions, children }: PageHeaderProps) => {
  const { brand } = useAppConfig();
  const { pathname } = useLocation();
  useEffect(() => {
    const parts = [section, title].filter((part) => part !== undefined);
    document.title = [...parts, brand.name].join(' · ');
    rememberPage({ path: pathname, title: parts.join(' · ') });
  }, [section, title, brand.name, pathname]);
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
