import { searchDebounceMs } from '../../shared/rules/paging.ts';
import { SearchBox } from './SearchBox.tsx';

interface InputFilterProps {
  label: string;
  value: string;
  onFilter: (text: string) => void;
}

/** Narrows rows that are there already by what is typed (spec 1 section 2, shared pieces). */
export const InputFilter = ({ label, value, onFilter }: InputFilterProps) => (
  <SearchBox label={label} value={value} onSearch={onFilter} debounceMs={searchDebounceMs} />
);
