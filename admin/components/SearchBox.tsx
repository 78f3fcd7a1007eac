import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './useDebounced.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  debounceMs: number;
}

/** Searches once typing pauses, at once on Enter. The `/` key of a list finds it by its role. */
export const SearchBox = ({ label, value, onSearch, debounceMs }: SearchBoxProps) => {
  const translate = useTranslate();
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  // The address changed under the box (back, a link): show its search, but never overwrite what is being typed.
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value;
      setText(value);
    }
  }, [value]);
  const search = (typed: string) => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    onSearch(wanted);
  };
  const { call, cancel } = useDebounced(search, debounceMs);
  const searchNow = (typed: string) => {
    cancel();
    setText(typed);
    search(typed);
  };
  return (
    <OutlinedInput
      size="small"
      type="text"
      value={text}
      placeholder={label}
      onChange={(event) => {
        setText(event.target.value);
        call(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // A search box inside a form must not send the form.
          event.preventDefault();
          searchNow(text);
        }
        if (event.key === 'Escape') input.current?.blur();
      }}
      inputRef={input}
      startAdornment={
        <InputAdornment position="start">
          <Search fontSize="small" />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={translate('components.search.clear')}
              onClick={() => {
                searchNow('');
                input.current?.focus();
              }}
            >
              <Close fontSize="small" />
            </IconButton>
          </InputAdornment>
        )
      }
      slotProps={{ input: { 'aria-label': label, maxLength: 200, autoComplete: 'off' } }}
      data-list-search=""
      sx={{ flex: '1 1 180px', maxWidth: 420 }}
    />
  );
};
