import { lazy, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';

const KeyboardHelp = lazy(() => import('./KeyboardHelp.tsx'));

/** Rows of DataTable, which takes no attributes for them, and cards. */
const rowSelector = '[data-list-row], .datatable-body > .RaDataTable-row';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)));

const hasOverlay = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

const moveFocus = (list: HTMLElement, step: 1 | -1): void => {
  // Tables inside expanded rows are no rows of the list.
  const rows = [...list.querySelectorAll<HTMLElement>(rowSelector)].filter(
    (row) => !row.parentElement?.closest('.RaDataTable-expandRow, [data-list-row]'),
  );
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const last = rows.length - 1;
  const next = index === -1 ? (step === 1 ? 0 : last) : Math.min(last, Math.max(0, index + step));
  const row = rows[next];
  if (!row) return;
  row.tabIndex = -1;
  row.focus();
};

/** A row of DataTable opens on click only. */
const isTableRow = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.datatable-body > .RaDataTable-row');

/** Toggles the checkbox of the focused row; nothing in a list without checkboxes. */
const toggleRow = (list: HTMLElement): void => {
  const row = document.activeElement?.closest(rowSelector);
  if (row && list.contains(row)) row.querySelector<HTMLElement>('.select-item input')?.click();
};

/** Acts on a key; false for a key that the list does not use. */
const handleKey = (list: HTMLElement, { key, target }: KeyboardEvent, onHelp: () => void): boolean => {
  const button = [...list.querySelectorAll<HTMLElement>('[data-list-key]')].find(
    ({ dataset }) => dataset['listKey'] === key,
  );
  if (key === 'j') moveFocus(list, 1);
  else if (key === 'k') moveFocus(list, -1);
  else if (key === 'Enter' && isTableRow(target)) target.click();
  else if (key === 'x') toggleRow(list);
  else if (key === '/') list.querySelector<HTMLElement>('input[name="q"]')?.focus();
  else if (key === '?') onHelp();
  else if (button) button.click();
  else return false;
  return true;
};

/** Keys typed into a field or below an open dialog are not handled. Before the rows are painted, so that no key is missed. */
const useListKeys = (list: RefObject<HTMLElement | null>, onHelp: () => void): void => {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || hasOverlay() || !list.current) return;
      if (handleKey(list.current, event, onHelp)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list, onHelp]);
};

interface ListKeysProps {
  children: ReactNode;
  /** Its rows can be selected. */
  selects?: boolean;
  /** Its rows can be expanded in place. */
  expands?: boolean;
}

/**
 * The keys of a list: j and k move between its rows, Enter opens the row, x selects it, / focuses the search box, ? shows the help;
 * other keys click the button that has them as data-list-key.
 */
export const ListKeys = ({ children, selects = false, expands = false }: ListKeysProps) => {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [openHelp] = useState(() => () => setIsHelpOpen(true));
  useListKeys(box, openHelp);
  return (
    <div ref={box}>
      {children}
      <Suspense fallback={null}>
        {isHelpOpen && <KeyboardHelp selects={selects} expands={expands} onClose={() => setIsHelpOpen(false)} />}
      </Suspense>
    </div>
  );
};
