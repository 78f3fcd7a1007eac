import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useCallback, useState } from 'react';
import {
  datePlaceholder,
  dayOf,
  formatDate,
  isCalendarDate,
  isDateTyping,
  parseDate,
  parsePastedDate,
  type TwoDigitYear,
} from '../../shared/rules/dates.ts';
import { type FormFieldProps, useFormField } from './useFormField.ts';

interface DateEntryProps extends FormFieldProps {
  /** How a two-digit year is read; a date that lies ahead is not moved into the past. */
  twoDigitYear?: TwoDigitYear;
}

/**
 * A day, typed or pasted in the ways of spec 2 section 5. The form keeps YYYY-MM-DD, null while it is empty, and what is no date
 * as it was typed, so that nothing typed gets lost and the rules can refuse it.
 */
export const DateEntry = ({ twoDigitYear = 'today', ...props }: DateEntryProps) => {
  const translate = useTranslate();
  const problemOf = useCallback(
    (value: unknown) =>
      typeof value === 'string' && isCalendarDate(value) ? undefined : translate('components.date.invalid'),
    [translate],
  );
  const { input, ref, shared } = useFormField({ ...props, problemOf });
  const kept = typeof input.value === 'string' ? input.value : '';
  const [typing, setTyping] = useState<string | null>(null);
  const wrong = typing === null && kept !== '' && !isCalendarDate(kept);
  const take = (text: string, day: string | null) => {
    setTyping(null);
    input.onChange(day ?? (text.trim() === '' ? null : text.trim()));
  };
  return (
    <TextField
      {...shared}
      name={input.name}
      error={shared.error || wrong}
      helperText={wrong ? translate('components.date.invalid') : shared.helperText}
      value={typing ?? (formatDate(kept) || kept)}
      placeholder={datePlaceholder}
      autoComplete="off"
      onChange={(event) => isDateTyping(event.target.value) && setTyping(event.target.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        const day = parsePastedDate(text, dayOf(new Date()));
        if (day === null) return;
        event.preventDefault();
        take(text, day);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typing !== null) take(typing, parseDate(typing, dayOf(new Date()), twoDigitYear));
      }}
      onBlur={() => {
        if (typing !== null) take(typing, parseDate(typing, dayOf(new Date()), twoDigitYear));
        input.onBlur();
      }}
      slotProps={{ htmlInput: { ref, inputMode: 'numeric', maxLength: 20 }, inputLabel: { shrink: true } }}
    />
  );
};
