import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName) || isTextBox(target));

const isTextBox = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);

/** The keys + and - open and close all rows of a grid (spec 1 section 2); typed into a field or under a dialog they mean what they say. */
export const useExpandKeys = (onAll: (open: boolean) => void): void => {
  const latest = useRef(onAll);
  useEffect(() => {
    latest.current = onAll;
  }, [onAll]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '+' && event.key !== '-') return;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      latest.current(event.key === '+');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
