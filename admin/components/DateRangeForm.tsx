import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Form, useTranslate } from 'react-admin';
import { useLayoutEffect } from 'react';
import { type DateRange, defaultRange, rangeOf, rangePresets } from '../../shared/rules/dateRange.ts';
import { dayOf, isCalendarDate } from '../../shared/rules/dates.ts';
import { DateEntry } from './DateEntry.tsx';

interface DateRangeFormProps {
  value: DateRange | null;
  onChange: (value: DateRange | null) => void;
  /** The popover round it updates its position. */
  onArrival: () => void;
}

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isCalendarDate(value) ? value : undefined;

/** Content of the picker; loaded when the first one is opened. */
const DateRangeForm = ({ value, onChange, onArrival }: DateRangeFormProps) => {
  const translate = useTranslate();
  const today = dayOf(new Date());
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the content stands in place of the fallback
  useLayoutEffect(onArrival, []);
  const check = ({ from, to }: { from?: unknown; to?: unknown }): Record<string, string> => {
    const [first, last] = [dayIn(from), dayIn(to)];
    if (first === undefined || last === undefined) {
      const invalid = translate('components.date.invalid');
      return { ...(first === undefined && { from: invalid }), ...(last === undefined && { to: invalid }) };
    }
    return first > last ? { to: translate('components.range.order') } : {};
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
      <Box
        component="ul"
        aria-label={translate('components.range.presets')}
        sx={{
          display: { xs: 'grid', sm: 'block' },
          gridTemplateColumns: '1fr 1fr',
          listStyle: 'none',
          margin: 0,
          padding: 1,
          borderRight: { sm: 1 },
          borderBottom: { xs: 1, sm: 0 },
          borderColor: { xs: 'divider', sm: 'divider' },
        }}
      >
        {rangePresets.map((preset) => {
          const range = rangeOf(preset, today);
          const chosen = value?.from === range.from && value.to === range.to;
          return (
            <li key={preset}>
              <Button
                size="small"
                fullWidth
                aria-pressed={chosen}
                variant={chosen ? 'contained' : 'text'}
                onClick={() => onChange(range)}
                sx={{ justifyContent: 'flex-start', whiteSpace: 'nowrap', paddingX: 1.5 }}
              >
                {preset}
              </Button>
            </li>
          );
        })}
      </Box>
      <Box sx={{ padding: 2, width: { sm: 260 } }} onSubmit={(event) => event.stopPropagation()}>
        <Form
          defaultValues={value ?? defaultRange(today)}
          record={{}}
          validate={check}
          onSubmit={({ from, to }: { from?: unknown; to?: unknown }) => {
            const [first, last] = [dayIn(from), dayIn(to)];
            if (first !== undefined && last !== undefined) onChange({ from: first, to: last });
          }}
          mode="onTouched"
          noValidate
          disableInvalidFormNotification
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            <DateEntry source="from" label="components.range.from" />
            <DateEntry source="to" label="components.range.to" />
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
              <Button size="small" onClick={() => onChange(null)}>
                {translate('components.range.clear')}
              </Button>
              <Button size="small" type="submit" variant="contained">
                {translate('components.range.apply')}
              </Button>
            </Box>
          </Box>
        </Form>
      </Box>
    </Box>
  );
};

export default DateRangeForm;
