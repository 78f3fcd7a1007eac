import DateRangeIcon from '@mui/icons-material/DateRange';
import Button from '@mui/material/Button';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import { useTranslate } from 'react-admin';
import { lazy, Suspense, useRef, useState } from 'react';
import type { DateRange } from '../../shared/rules/dateRange.ts';
import { formatDate } from '../../shared/rules/dates.ts';

const DateRangeForm = lazy(() => import('./DateRangeForm.tsx'));

export interface DateRangePickerProps {
  /** Text, or its message key. */
  label: string;
  /** Both days included; null for any time. */
  value: DateRange | null;
  onChange: (value: DateRange | null) => void;
  /** Stands for the days where the span is finer than days. */
  shown?: string | undefined;
}

/** A span of days (spec 1 sections 2 and 5): presets, or two days typed. It starts at last year through now. */
export const DateRangePicker = ({ label, value, onChange, shown }: DateRangePickerProps) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = useRef<PopoverActions>(null);
  const days = value && translate('components.range.days', { from: formatDate(value.from), to: formatDate(value.to) });
  const text = translate('components.range.selected', {
    label: translate(label),
    range: shown ?? days ?? translate('components.range.any'),
  });
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={value || shown ? 'primary' : 'inherit'}
        startIcon={<DateRangeIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontWeight: 400 }}
      >
        {text}
      </Button>
      {anchor && (
        <Popover
          open
          action={place}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-label': translate(label), sx: { border: 1, borderColor: 'divider' } },
          }}
        >
          <Suspense fallback={<span style={{ display: 'block', width: 320, height: 260 }} />}>
            <DateRangeForm
              value={value}
              onArrival={() => place.current?.updatePosition()}
              onChange={(range) => {
                onChange(range);
                close();
              }}
            />
          </Suspense>
        </Popover>
      )}
    </>
  );
};
