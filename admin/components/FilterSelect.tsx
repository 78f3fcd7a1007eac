import type { SxProps } from '@mui/material/styles';
import TextField from '@mui/material/TextField';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly { readonly id: string; readonly name: string }[];
  onChange: (value: string) => void;
  sx?: SxProps;
}

/** A native select. */
export const FilterSelect = ({
  label,
  value,
  options,
  onChange,
  sx = { minWidth: 200, maxWidth: '100%' },
}: FilterSelectProps) => (
  <TextField
    select
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    sx={sx}
  >
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </TextField>
);
