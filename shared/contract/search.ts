import { z } from 'zod';
import { searchKinds, searchLimits, searchMatches, searchTextLimits } from '../rules/globalSearch.ts';
import { endpoint } from './endpoint.ts';
import { noNul, noNulText } from './texts.ts';

/** A record that matches: what it is called, what else tells it apart, and the page of the web application that shows it. */
export const searchResult = z.object({
  kind: z.enum(searchKinds),
  /** Of the record; of a message its number. */
  id: z.string(),
  label: z.string(),
  /** Subdomain and number of an organization, user name and organization of a user, the organization or emergency of anything else. */
  detail: z.string().nullable(),
  match: z.enum(searchMatches),
  path: z.string(),
});
export type SearchResult = z.output<typeof searchResult>;

const { min, max } = searchTextLimits;

/** Search over the records of the whole platform. */
export const search = {
  find: endpoint({
    method: 'POST',
    path: '/api/admin/_search',
    summary: 'Organizations, users, networks, OIDs, addresses and messages that match a text, the best matches first',
    access: ['SysAdmin'],
    // A POST: the text may name a person, and addresses are in the logs of proxies.
    readOnly: true,
    audited: true,
    body: z.strictObject({
      text: z.string().trim().min(min, `must have at least ${min} characters`).max(max).regex(noNul, noNulText),
      /** Without it all kinds. */
      kinds: z.array(z.enum(searchKinds)).min(1).max(searchKinds.length).optional(),
      /** Results of each kind. */
      limit: z.int().min(1).max(searchLimits.max).default(searchLimits.default),
    }),
    response: {
      kind: 'json',
      schema: z.object({
        /** Grouped by kind: the group with the best match first. */
        items: z.array(searchResult),
        /** Kinds with more matches than `limit`. */
        more: z.array(z.enum(searchKinds)),
      }),
    },
    errors: [],
    beyondSpec: 'Administrators open a record by whatever a caller reads out, without choosing its list first.',
  }),
};
