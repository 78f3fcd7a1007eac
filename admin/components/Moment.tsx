import Box from '@mui/material/Box';

const local = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const localDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** MM/dd/yyyy in the reader's time zone. */
export const dateText = (value: string): string => localDate.format(new Date(value));

/** A moment in the reader's time zone as MM/dd/yyyy and time; UTC on hover. */
export const Moment = ({ value, dateOnly = false }: { value: string; dateOnly?: boolean }) => {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return null;
  return (
    <Box
      component="time"
      sx={{ whiteSpace: 'nowrap' }}
      dateTime={value}
      title={moment
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC')}
    >
      {(dateOnly ? localDate : local).format(moment)}
    </Box>
  );
};
