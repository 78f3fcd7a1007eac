import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useAppConfig } from '../providers/appContext.ts';

interface NoticeProps {
  title: string;
  /** For a form with many fields. */
  wide?: boolean;
  children: ReactNode;
}

/** A page outside the layout with one message or form. */
export const Notice = ({ title, wide = false, children }: NoticeProps) => {
  const { brand } = useAppConfig();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', padding: 2 }}>
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: wide ? 760 : 480, padding: { xs: 3, sm: 4 }, overflowWrap: 'anywhere' }}
      >
        <Typography sx={{ color: 'primary.main', fontWeight: 700, marginBottom: 2 }}>{brand.name}</Typography>
        <Typography variant="h5" component="h1" gutterBottom>
          {title}
        </Typography>
        {children}
      </Paper>
    </Box>
  );
};
