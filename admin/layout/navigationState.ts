import { createContext } from 'react';

/** Closes the navigation drawer of narrow screens. */
export const NavigationState = createContext<() => void>(() => undefined);
