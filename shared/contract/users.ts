import { z } from 'zod';
import { endpoint, roles } from './endpoint.ts';
import { id } from './ids.ts';
import { pageNumber, pageOf, pageSize, search } from './paging.ts';
import { requiredText } from './texts.ts';
import { userRecords } from './userRecords.ts';
import { userSignIn } from './userSignIn.ts';

/** Platform administrators for every account, others for the users of their organization. */
const access = ['SysAdmin', 'Administrator'] as const;

export const lockedUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  role: z.enum(roles),
  /** End of the last lock. */
  lockedUntil: z.iso.datetime(),
  /** From every address that the account has not signed in from, or only from those that failed. */
  scope: z.enum(['Account', 'Address']),
});
export type LockedUser = z.output<typeof lockedUser>;

/** Users of the platform and their accounts. */
export const users = {
  ...userRecords,
  ...userSignIn,
  locked: endpoint({
    method: 'GET',
    path: '/api/users/locked',
    summary: 'Accounts that are locked after failed sign-ins, by the end of the lock',
    access,
    audited: true,
    query: z.strictObject({ pageNumber, pageSize, search, sortDir: z.enum(['asc', 'desc']).default('desc') }),
    response: { kind: 'json', schema: pageOf(lockedUser) },
    errors: [],
    beyondSpec: 'Administrators see whom a lock of spec 3 section 9 keeps out (quality AU-4)',
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/api/users/unlock',
    summary: 'End the locks of an account, named by its id or its user name',
    access,
    body: z.strictObject({ id: id.optional(), userName: requiredText(320).optional() }),
    response: { kind: 'json', schema: z.object({ id, userName: z.string(), wasLocked: z.boolean() }) },
    errors: ['E-NOT-FOUND'],
    invalidates: ['/api/users/locked'],
    beyondSpec: 'Malicious lockout needs a way out by an administrator (quality AU-4)',
  }),
};
