import Box from '@mui/material/Box';
import { useFieldValue, useTranslate } from 'react-admin';

const local = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const localSeconds = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const localDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });

const localTime = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Time with seconds in the reader's time zone, in the 12-hour format of every time on screen. */
export const timeText = (value: number): string => localTime.format(value);

/** MM/dd/yyyy in the reader's time zone. */
export const dateText = (value: string): string => localDate.format(new Date(value));

/** MM/dd/yyyy and the time in the reader's time zone, for use inside a text. */
export const dateTimeText = (value: string): string => local.format(new Date(value));

interface DateTimeProps {
  value: string;
  dateOnly?: boolean;
  /** For events within the same minute. */
  withSeconds?: boolean;
}

/** Date and time in the reader's time zone as MM/dd/yyyy and time; UTC on hover. */
export const DateTime = ({ value, dateOnly = false, withSeconds = false }: DateTimeProps) => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return null;
  const time = withSeconds ? localSeconds : local;
  return (
    <Box
      component="time"
      sx={{ whiteSpace: 'nowrap' }}
      dateTime={value}
      title={date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC')}
    >
      {(dateOnly ? localDate : time).format(date)}
    </Box>
  );
};

interface DateTimeFieldProps extends Omit<DateTimeProps, 'value'> {
  source: string;
  /** Without it that of the context. */
  record?: Record<string, unknown>;
  /** Text, or its message key, of a record without the date. */
  emptyText?: string;
}

/** The date and time of a field. */
export const DateTimeField = ({ source, record, emptyText = '', ...format }: DateTimeFieldProps) => {
  const translate = useTranslate();
  const value: unknown = useFieldValue({ source, ...(record && { record }) });
  return typeof value === 'string' ? <DateTime value={value} {...format} /> : translate(emptyText);
};
