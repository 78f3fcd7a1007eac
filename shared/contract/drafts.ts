import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { listOf } from './paging.ts';

const beyondSpec = 'What a user typed comes back after the automatic sign-out (quality SS-1)';
const access = 'signedIn';
const errors = ['E-DRAFT-OWNER'] as const;

/** The page, without its query, and the form on it. */
const place = {
  page: z
    .string()
    .max(300)
    .regex(/^\/[!"$->@-~]*$/, 'must be the path of a page'),
  form: z.string().regex(/^[A-Za-z][A-Za-z0-9._:-]{0,99}$/, 'must be the name of a form'),
};
/**
 * The organization that the page is of: a form of one must not be filled in with what was typed for another. The current one of the caller
 * without it; a tab that is late after a change of organization names its own.
 */
const organizationId = id.optional();
const value = z.record(z.string(), z.json());

const draft = z.object({
  page: z.string(),
  form: z.string(),
  /** The fields that the user changed. */
  value,
  savedAt: z.iso.datetime(),
});
export type Draft = z.output<typeof draft>;

/** Unsaved forms of the caller in one organization, for 24 hours. No other user reads them. */
export const drafts = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/drafts',
    summary: 'My unsaved forms, newest first',
    access,
    query: z.strictObject({ organizationId }),
    response: { kind: 'json', schema: listOf(draft) },
    errors,
    beyondSpec,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/account/drafts',
    summary: 'Keep what I typed into a form',
    access,
    body: z.strictObject({ ...place, organizationId, value }),
    response: { kind: 'none' },
    errors: [...errors, 'E-DRAFT-TOO-LARGE'],
    beyondSpec,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/api/account/drafts',
    summary: 'Forget what I typed into a form',
    access,
    query: z.strictObject({ ...place, organizationId }),
    response: { kind: 'none' },
    errors,
    beyondSpec,
  }),
};
