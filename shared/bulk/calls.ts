import type { Api } from '../contract/api.ts';

/** A contract row by name: `organizations.update`. */
export type Call = { [A in keyof Api]: `${A}.${Extract<keyof Api[A], string>}` }[keyof Api];
