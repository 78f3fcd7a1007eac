import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** `organizations.columns`: the place a setting belongs to. */
const params = z.strictObject({
  key: z.string().regex(/^[a-z][A-Za-z0-9.-]{0,63}$/, 'must be a name such as organizations.columns'),
});
const value = z.json();
const own = 'Columns and saved views follow a user to every machine, so the server stores them.';

/** Settings of the web application, each person's own. No patient data belongs in them. */
export const preferences = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/current/preferences/{key}',
    summary: 'One of my settings; null while it was never saved',
    access: 'signedIn',
    params,
    response: { kind: 'json', schema: z.object({ value: value.nullable() }) },
    errors: [],
    beyondSpec: own,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/users/current/preferences/{key}',
    summary: 'Keep one of my settings',
    access: 'signedIn',
    params,
    body: z.strictObject({ value }),
    response: { kind: 'json', schema: z.object({ value: value.nullable() }) },
    errors: ['E-PREFERENCE-TOO-LARGE', 'E-PREFERENCE-NOBODY'],
    beyondSpec: own,
  }),
};
