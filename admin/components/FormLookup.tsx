import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type KeyboardEvent, useState } from 'react';
import { blankLine, type FormFieldProps, useFormField } from './useFormField.ts';

export interface LookupOption {
  readonly id: string;
  readonly name: string;
}

interface FormLookupProps extends FormFieldProps {
  options: readonly LookupOption[] | undefined;
  loading?: boolean;
  failed?: boolean;
  /** Takes the choice over; without it the field keeps the chosen id itself. */
  onChoose?: (id: string | null) => void;
  onRetry?: () => void;
}

/** The first option whose name contains the text, upper and lower case alike (spec 2 section 4). */
const firstMatch = (options: readonly LookupOption[], text: string): LookupOption | undefined => {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? undefined : options.find(({ name }) => name.toLowerCase().includes(wanted));
};

/**
 * One record out of a list, by typing part of its name; the form keeps its id. Only what is in the list can be chosen: Enter and
 * Tab take the first match, an emptied text empties the field, and any other text gives way to the last choice (spec 2 section 4).
 */
export const FormLookup = ({
  options = [],
  loading = false,
  failed = false,
  onChoose,
  onRetry,
  ...props
}: FormLookupProps) => {
  const translate = useTranslate();
  const { input, ref, shared } = useFormField(props);
  const { value, onChange, onBlur } = input;
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState<LookupOption | null>(null);
  const [open, setOpen] = useState(false);
  const id = typeof value === 'string' && value !== '' ? value : null;
  const chosen = id === null ? null : (options.find((option) => option.id === id) ?? { id, name: loading ? '' : id });
  const choose = (option: LookupOption | null) => {
    setTyped('');
    (onChoose ?? onChange)(option?.id ?? null);
  };
  const takeFirst = (event: KeyboardEvent) => {
    if (typed === '' || (event.key !== 'Tab' && event.key !== 'Enter')) return;
    // An open list answers Enter itself; the option the arrows point at goes before the first one.
    if (event.key === 'Enter' && open) return;
    if (event.key === 'Enter') event.preventDefault();
    const match = open && pointed ? pointed : firstMatch(options, typed);
    if (match) choose(match);
  };
  const { helperText, label, required, error, ...rest } = shared;
  const hint = failed ? (
    <>
      {translate('components.form.lookupFailed')}{' '}
      <button type="button" onClick={onRetry}>
        {translate('components.states.retry')}
      </button>
    </>
  ) : (
    helperText
  );
  return (
    <Autocomplete
      {...rest}
      options={options}
      disablePortal
      autoHighlight
      slotProps={{ paper: { variant: 'outlined' } }}
      value={chosen}
      loading={loading}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      getOptionLabel={(option) => option.name}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={translate('components.form.noOptions')}
      loadingText={translate('components.states.loading')}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      onHighlightChange={(_event, option) => setPointed(option)}
      onChange={(_event, option) => choose(option)}
      onKeyDown={takeFirst}
      onBlur={() => onBlur()}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          error={error || failed}
          helperText={hint ?? blankLine}
          inputRef={ref}
        />
      )}
    />
  );
};
