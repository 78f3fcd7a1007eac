import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { datePlaceholder, dayOf, formatDate, isDateTyping, parseDate } from '../../shared/rules/dates.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export type FilterKind = 'text' | 'date' | 'select';

interface ColumnFilterBoxProps {
  label: string;
  kind: FilterKind;
  value: string;
  options: readonly Choice[];
  /** `complete` is false while a date is still being typed. */
  onChange: (value: string, complete: boolean) => void;
}

const focusOnArrival = (box: HTMLElement | null) => box?.focus();

/** What a column is filtered by: a word, a day or one of several. */
export const ColumnFilterBox = ({ label, kind, value, options, onChange }: ColumnFilterBoxProps) => {
  const translate = useTranslate();
  const [day, setDay] = useState(formatDate(value));
  if (kind === 'select') {
    return (
      <TextField
        select
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value, true)}
        slotProps={{ select: { native: true }, htmlInput: { ref: focusOnArrival }, inputLabel: { shrink: true } }}
      >
        <option value="">{translate('components.filter.any')}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </TextField>
    );
  }
  if (kind === 'date') {
    return (
      <TextField
        label={label}
        value={day}
        placeholder={datePlaceholder}
        autoComplete="off"
        onChange={({ target }) => {
          if (!isDateTyping(target.value)) return;
          setDay(target.value);
          const parsed = parseDate(target.value, dayOf(new Date()), 'today');
          onChange(parsed ?? '', target.value.trim() === '' || parsed !== null);
        }}
        slotProps={{ htmlInput: { ref: focusOnArrival, inputMode: 'numeric' }, inputLabel: { shrink: true } }}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value, true)}
      slotProps={{ htmlInput: { ref: focusOnArrival, maxLength: 200 }, inputLabel: { shrink: true } }}
    />
  );
};
