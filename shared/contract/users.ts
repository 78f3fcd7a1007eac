import { z } from 'zod';
import { emailText, isEmail } from '../rules/email.ts';
import { invitationsPerDay } from '../rules/directory.ts';
import { endpoint, roles } from './endpoint.ts';
import { id } from './ids.ts';
import { pageNumber, pageOf, pageSize, search } from './paging.ts';
import { requiredText } from './texts.ts';
import { userRecords } from './userRecords.ts';
import { userSignIn } from './userSignIn.ts';

/** Platform administrators for every account, others for the users of their organization. */
const access = ['SysAdmin', 'Administrator'] as const;

export const lockedUser = z.object({
  /** Of a machine client its client id, as the user name; its name is the first name. */
  id: z.string(),
  /** Platform administrators alone see machine clients. */
  kind: z.enum(['User', 'Client']),
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
    summary: 'Accounts and machine clients that are locked after failed sign-ins, by the end of the lock',
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
    summary:
      'End the locks of an account, named by its id or its user name, or of a machine client, named by its client id',
    access,
    body: z.strictObject({ id: id.optional(), userName: requiredText(320).optional() }),
    response: {
      kind: 'json',
      schema: z.object({ ...lockedUser.pick({ kind: true, id: true, userName: true }).shape, wasLocked: z.boolean() }),
    },
    errors: ['E-NOT-FOUND', 'E-USER-OWN-ACCOUNT'],
    invalidates: ['/api/users/locked'],
    beyondSpec: 'Malicious lockout needs a way out by an administrator (quality AU-4)',
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/api/users/sendinvitation',
    summary: `Mail an invitation to join to someone outside; at most ${invitationsPerDay} within 24 hours`,
    access: ['SysAdmin', 'Administrator', 'User'],
    body: z.strictObject({
      fullName: requiredText(255),
      emailAddress: z
        .string()
        .trim()
        .min(1, 'is required')
        .refine((value) => value === '' || isEmail(value), emailText),
      /** One of the direct addresses of the caller's organization, which the mail names. */
      directAddress: z.string().trim().max(255).nullable().optional(),
    }),
    response: {
      kind: 'json',
      schema: z.object({
        id,
        /** Invitations that the caller may still send now. */
        remaining: z.int().nonnegative(),
      }),
    },
    errors: ['E-INVITATION-LIMIT', 'E-INVITATION-ADDRESS', 'E-ORG-NOT-ACTIVATED'],
    notRepeatable: true,
  }),
};
