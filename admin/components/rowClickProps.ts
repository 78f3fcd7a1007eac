import type { KeyboardEvent, MouseEvent } from 'react';

const isControl = (target: EventTarget, row: Element): boolean => {
  const control = target instanceof Element ? target.closest('a, button, input, [role="menu"], [role="dialog"]') : null;
  return control !== null && row.contains(control);
};

/**
 * A row opens on click and on Enter while it has the focus. Clicks on its links and buttons do not open it, nor do those that bubble
 * through React from a menu or modal elsewhere in the document, and those that end a selection of text.
 */
export const rowClickProps = <Row>(row: Row, onOpen: (row: Row) => void) => ({
  // The keys of a list focus it.
  tabIndex: -1,
  'data-list-row': '',
  onClick: (event: MouseEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!inside || isControl(event.target, event.currentTarget)) return;
    if (window.getSelection()?.isCollapsed === false) return;
    onOpen(row);
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
  },
});
