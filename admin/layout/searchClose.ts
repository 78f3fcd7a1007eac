import { createContext } from 'react';

/** Closes the search; pages that are loaded when first needed take no props. */
export const SearchClose = createContext<() => void>(() => undefined);
