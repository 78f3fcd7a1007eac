import TextField from '@mui/material/TextField';
import { InputHelperText, useInput, useTranslate } from 'react-admin';
import { useState } from 'react';
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
import { fieldId } from './fieldPaths.ts';

interface DateEntryProps {
  source: string;
  /** Message key. */
  label: string;
  /** How a two-digit year is read; a date in the future is not moved into the past. */
  twoDigitYear?: TwoDigitYear;
  /** Marks the label; a form that validates its values itself refuses the empty input. */
  isRequired?: boolean;
  maxLength?: number;
}

const invalidText = 'components.date.invalid';
const validateDate = (value: unknown) =>
  value === null || value === undefined || value === '' || (typeof value === 'string' && isCalendarDate(value))
    ? undefined
    : invalidText;

/**
 * A day, typed or pasted in the ways of spec 2 section 5. The form holds YYYY-MM-DD, null while it is empty, and a text that is no
 * date as it was typed, so that it stays in the input and is refused.
 */
export const DateEntry = ({
  source,
  label,
  twoDigitYear = 'today',
  isRequired = false,
  maxLength = 20,
}: DateEntryProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput<unknown>({ source, validate: validateDate });
  const { error, invalid } = fieldState;
  const stored = typeof field.value === 'string' ? field.value : '';
  const [typing, setTyping] = useState<string | null>(null);
  const isWrong = typing === null && stored !== '' && !isCalendarDate(stored);
  const take = (text: string, day: string | null) => {
    setTyping(null);
    field.onChange(day ?? (text.trim() === '' ? null : text.trim()));
  };
  return (
    <TextField
      id={fieldId(source)}
      label={translate(label)}
      name={field.name}
      required={isRequired}
      fullWidth
      error={invalid || isWrong}
      // The line stays without an error: leaving the input would move the button away from under the click that left it.
      helperText={isWrong ? translate(invalidText) : error ? <InputHelperText error={error.message} /> : ' '}
      value={typing ?? (formatDate(stored) || stored)}
      placeholder={datePlaceholder}
      autoComplete="off"
      onChange={(event) => isDateTyping(event.target.value) && setTyping(event.target.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        const day = parsePastedDate(text, dayOf(new Date()), twoDigitYear);
        // Part of a date completes what is typed; any other text stays in the input and is refused.
        if (day === null && isDateTyping(text)) return;
        event.preventDefault();
        take(text, day);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typing !== null) take(typing, parseDate(typing, dayOf(new Date()), twoDigitYear));
      }}
      onBlur={() => {
        if (typing !== null) take(typing, parseDate(typing, dayOf(new Date()), twoDigitYear));
        field.onBlur();
      }}
      slotProps={{ htmlInput: { ref: field.ref, inputMode: 'numeric', maxLength }, inputLabel: { shrink: true } }}
    />
  );
};
