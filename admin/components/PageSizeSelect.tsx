import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import { pageSizes } from '../../shared/rules/paging.ts';

interface PageSizeSelectProps {
  value: number;
  onChange: (size: number) => void;
  sizes?: readonly number[];
}

/** How many records a page shows; a size from an address that is not offered stays visible as what it is. */
export const PageSizeSelect = ({ value, onChange, sizes = pageSizes }: PageSizeSelectProps) => {
  const translate = useTranslate();
  const offered = sizes.includes(value) ? sizes : [...sizes, value].sort((a, b) => a - b);
  return (
    <NativeSelect
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': translate('components.paging.size') }}
    >
      {offered.map((size) => (
        <option key={size} value={size}>
          {translate('components.paging.perPage', { size })}
        </option>
      ))}
    </NativeSelect>
  );
};
