import { type RefObject, useLayoutEffect } from 'react';

/** A tick box takes no letters. */
const isTickBox = (target: HTMLElement) => target instanceof HTMLInputElement && target.type === 'checkbox';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !isTickBox(target) &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const overlayIsOpen = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** Our own rows, and those of react-admin's DataTable, which takes no attributes for them. */
const rowSelector = '[data-list-row], .datatable-body > .RaDataTable-row';

const moveFocus = (list: HTMLElement, step: 1 | -1): void => {
  // Tables inside expanded rows are no rows of the list.
  const rows = [...list.querySelectorAll<HTMLElement>(rowSelector)].filter(
    (row) => !row.parentElement?.closest('.RaDataTable-expandRow, [data-list-row]'),
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step));
  const row = rows[next];
  if (!row) return;
  row.tabIndex = -1;
  row.focus();
};

/** A row of DataTable opens on click only. */
const isTableRow = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.datatable-body > .RaDataTable-row');

/** Ticks the box of the row that has the focus; a list without boxes does nothing. */
const toggleRow = (list: HTMLElement): void => {
  const row = document.activeElement?.closest(rowSelector);
  if (row && list.contains(row)) row.querySelector<HTMLElement>('[data-list-select], .select-item input')?.click();
};

/**
 * Keys of a list: j and k move between the elements marked data-list-row, x ticks the row, `/` goes to the search box, `?` shows
 * the help. Enter opens the row. Keys typed into a field or under an open dialog mean what they say.
 */
export const useListKeys = (list: RefObject<HTMLElement | null>, onHelp: () => void): void => {
  // Before the rows are painted: whoever sees them may use the keys at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (typing(event.target) || overlayIsOpen() || !list.current) return;
      if (event.key === 'j') moveFocus(list.current, 1);
      else if (event.key === 'k') moveFocus(list.current, -1);
      else if (event.key === 'Enter' && isTableRow(event.target)) event.target.click();
      else if (event.key === 'x') toggleRow(list.current);
      else if (event.key === '/') list.current.querySelector<HTMLElement>('input[name="q"]')?.focus();
      else if (event.key === '?') onHelp();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list, onHelp]);
};
