/** Calls a second of all carepost processes of an account together, unless --rate says otherwise. */
export const usualRate = 5;
