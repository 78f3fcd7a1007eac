import { ApiError } from './apiError.ts';

export type QueryValue = string | number | boolean | Date | null | undefined | readonly (string | number)[];

/** Values that a path parameter cannot have: an empty one would address the list above, dots other paths. */
const namesNothing = /^\s*\.{0,2}\s*$/;

/** Fills `{id}` parameters of a path; a missing one is a mistake of the caller, not of the user. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`${path} needs ${name}`);
    if (namesNothing.test(String(value))) throw new ApiError({ status: 404, code: 'E-NOT-FOUND' });
    return encodeURIComponent(value);
  });

/** Query without empty values (spec 2 section 5), in a fixed order so equal queries give equal addresses. */
export const queryString = (query: Readonly<Record<string, unknown>> = {}): string => {
  const search = new URLSearchParams();
  for (const name of Object.keys(query).sort()) {
    const value = query[name] as QueryValue;
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value as readonly (string | number)[]) search.append(name, String(one));
    else search.append(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};
