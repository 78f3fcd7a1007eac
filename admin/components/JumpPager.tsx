import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { jumpDebounceMs, jumpTo } from '../../shared/rules/paging.ts';
import { useDebounced } from './useDebounced.ts';

interface JumpPagerProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** A box to type a page into; what is no page of the list becomes the first or the last one (spec 1 section 2). */
export const JumpPager = ({ page, pageCount, onPage }: JumpPagerProps) => {
  const translate = useTranslate();
  const [text, setText] = useState(String(page));
  const [shownPage, setShownPage] = useState(page);
  if (shownPage !== page) {
    setShownPage(page);
    setText(String(page));
  }
  const jump = (typed: string) => {
    const target = jumpTo(typed, pageCount);
    setText(String(target));
    if (target !== page) onPage(target);
  };
  const { call, cancel } = useDebounced(jump, jumpDebounceMs);
  if (pageCount <= 1) return null;
  return (
    <OutlinedInput
      size="small"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        // An emptied box is somebody about to type another number, not a wish for page 1.
        if (event.target.value.trim() === '') cancel();
        else call(event.target.value);
      }}
      onBlur={() => text.trim() === '' && setText(String(page))}
      sx={{ width: 72 }}
      slotProps={{ input: { 'aria-label': translate('components.paging.jump'), inputMode: 'numeric' } }}
    />
  );
};
