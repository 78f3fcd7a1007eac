import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Time of the last response; updatedAt in ms, 0 for never. */
export const RefreshNote = ({ updatedAt }: { updatedAt: number }) => {
  const translate = useTranslate();
  if (updatedAt === 0) return null;
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
      {translate('dashboard.updated', { time: clock.format(updatedAt) })}
    </Box>
  );
};
