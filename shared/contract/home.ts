import { z } from 'zod';
import { homeNumbers } from '../rules/homeNumbers.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';

export const homeNumber = z.object({
  name: z.enum(homeNumbers),
  /** The record that the number is about, where there is one number for each. */
  recordId: id.nullable(),
  recordName: z.string().nullable(),
  /** Null where it could not be read; the others are not affected. */
  count: z.int().nonnegative().nullable(),
  /** The page of the web application that lists what is counted. */
  path: z.string(),
});
export type HomeNumberRow = z.output<typeof homeNumber>;

/** Home of the platform administrators. */
export const home = {
  numbers: endpoint({
    method: 'GET',
    path: '/api/admin/home/numbers',
    summary:
      'What needs attention: organizations by state, locked users, blocked integrations, alerts, failed workflows and jobs',
    access: ['SysAdmin'],
    response: {
      kind: 'json',
      schema: z.object({
        /** Time of the snapshot that all numbers are of. */
        at: z.iso.datetime(),
        items: z.array(homeNumber),
      }),
    },
    errors: [],
    beyondSpec: 'Administrators see what needs attention on one page, whose numbers lead to the lists behind them.',
  }),
};
