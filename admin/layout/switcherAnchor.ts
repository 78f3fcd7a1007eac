import { createContext } from 'react';

/** What the switcher's list hangs on; a context because the list is a page loaded when first opened. */
export const SwitcherAnchor = createContext<{ readonly anchor: HTMLElement; readonly close: () => void } | undefined>(
  undefined,
);
