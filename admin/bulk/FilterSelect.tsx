import TextField from '@mui/material/TextField';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly { readonly id: string; readonly name: string }[];
  onChange: (value: string) => void;
}

/** One of a few kinds of rows. */
export const FilterSelect = ({ label, value, options, onChange }: FilterSelectProps) => (
  <TextField
    select
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    sx={{ minWidth: 200, maxWidth: '100%' }}
  >
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </TextField>
);
