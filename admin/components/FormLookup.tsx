import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FormFieldProps, useFormField } from './useFormField.ts';

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

/** One record out of a list, by typing part of its name; the form keeps its id. */
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
  const id = typeof value === 'string' && value !== '' ? value : null;
  const chosen = id === null ? null : (options.find((option) => option.id === id) ?? { id, name: loading ? '' : id });
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
      slotProps={{ paper: { variant: 'outlined' } }}
      value={chosen}
      loading={loading}
      getOptionLabel={(option) => option.name}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      noOptionsText={translate('components.form.noOptions')}
      loadingText={translate('components.states.loading')}
      onChange={(_event, option) => (onChoose ?? onChange)(option?.id ?? null)}
      onBlur={() => onBlur()}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          error={error || failed}
          helperText={hint}
          inputRef={ref}
        />
      )}
    />
  );
};
