import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId } from 'react';

/** A titled group (text, or its message key) of fields in as many columns as fit. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ marginBottom: 3 }}>
      <Typography id={titleId} variant="subtitle1" component="h2" sx={{ fontWeight: 600, marginBottom: 1.5 }}>
        {useTranslate()(title)}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  );
};
