import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import { datePlaceholder, dayOf, formatDate, isDateTyping, parseDate } from '../../shared/rules/dates.ts';
import type { ColumnFilterMenuProps } from './ColumnFilterMenu.tsx';

const focusOnMount = (input: HTMLElement | null) => input?.focus();

/** Content of the menu of a column; loaded when the first is opened. */
const ColumnFilterForm = (props: ColumnFilterMenuProps & { onDone: () => void }) => {
  const { label, kind, value, onFilter, options = [], sort, onDone } = props;
  const translate = useTranslate();
  /** Text of the input: a date as it is typed, otherwise the filter itself. */
  const [text, setText] = useState(kind === 'date' ? formatDate(value) : value);
  const [today] = useState(() => dayOf(new Date()));
  const filter = kind === 'date' ? parseDate(text, today, 'today') : text.trim();
  const isComplete = filter !== null || text.trim() === '';
  const apply = (next: string) => {
    if (next !== value) onFilter(next);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React's events bubble through portals: a form round the menu must not be submitted.
    event.stopPropagation();
    if (isComplete) apply(filter ?? '');
  };
  const direction = sort?.direction === 'asc' ? 'desc' : 'asc';
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, padding: 2 }}>
      {sort && (
        <Button
          size="small"
          startIcon={direction === 'asc' ? <ArrowUpward /> : <ArrowDownward />}
          onClick={() => {
            sort.onSort(direction);
            onDone();
          }}
          sx={{ justifyContent: 'flex-start' }}
        >
          {translate(direction === 'asc' ? 'components.filter.ascending' : 'components.filter.descending')}
        </Button>
      )}
      <TextField
        select={kind === 'select'}
        label={translate(label)}
        value={text}
        autoComplete="off"
        {...(kind === 'date' && { placeholder: datePlaceholder })}
        onChange={({ target }) => (kind !== 'date' || isDateTyping(target.value)) && setText(target.value)}
        slotProps={{
          select: { native: true },
          inputLabel: { shrink: true },
          htmlInput: {
            ref: focusOnMount,
            ...(kind === 'date' && { inputMode: 'numeric' }),
            ...(kind === 'text' && { maxLength: 200 }),
          },
        }}
      >
        {kind === 'select' && (
          <>
            <option value="">{translate('components.filter.any')}</option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </>
        )}
      </TextField>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={() => apply('')}>
          {translate('components.filter.clear')}
        </Button>
        <Button size="small" type="submit" variant="contained" disabled={!isComplete}>
          {translate('components.filter.apply')}
        </Button>
      </Box>
    </Box>
  );
};

export default ColumnFilterForm;
