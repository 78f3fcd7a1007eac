import { z } from 'zod';
import { passwordMaxLength } from '../rules/password.ts';
import { endpoint } from './endpoint.ts';
import { listOf } from './paging.ts';
import { version } from './texts.ts';
import { session, userFields } from './userSchemas.ts';

const beyondSpec = 'Users see and end their own sign-ins and change how they sign in (quality AU-5, SS-3)';
const access = 'signedIn';

/** The sign-in of the caller: password, one-time codes, sessions. */
export const account = {
  signIn: endpoint({
    method: 'GET',
    path: '/api/account/signin',
    summary: 'How the caller signs in',
    access,
    response: {
      kind: 'json',
      schema: z.object({
        /** False where the caller signs in at another OpenID provider only. */
        hasPassword: z.boolean(),
        hasAuthenticator: z.boolean(),
        hasMailedCodes: z.boolean(),
        recoveryCodesLeft: z.int().nonnegative(),
      }),
    },
    errors: ['E-ACCOUNT-CLIENT'],
    beyondSpec,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/account/profile',
    summary:
      'Change the own name, job title and phone; fields left out stay as they are. GET /api/users/current has the record',
    access,
    body: z.strictObject({
      firstName: userFields.firstName.optional(),
      lastName: userFields.lastName.optional(),
      jobTitle: userFields.jobTitle,
      phone: userFields.phone,
      version,
    }),
    response: {
      kind: 'json',
      schema: z.object({
        firstName: z.string(),
        lastName: z.string(),
        jobTitle: z.string().nullable(),
        phone: z.string().nullable(),
        version: z.int(),
      }),
    },
    errors: ['E-ACCOUNT-CLIENT', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    beyondSpec,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    summary:
      'Mail a link to a new address of the caller, whose use makes it the user name; the present address is informed',
    access,
    body: z.strictObject({ email: userFields.userName }),
    response: { kind: 'json', schema: z.object({ expiresAt: z.iso.datetime() }), status: 202 },
    errors: ['E-ACCOUNT-CLIENT', 'E-USER-EXTERNAL', 'E-STEP-UP', 'E-EMAIL-LINKS-SENT'],
    beyondSpec,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change the own password; all other sessions end',
    access,
    body: z.strictObject({
      currentPassword: z.string().max(passwordMaxLength),
      newPassword: z.string().max(passwordMaxLength),
    }),
    response: { kind: 'json', schema: z.object({ ended: z.int().nonnegative() }) },
    errors: ['E-ACCOUNT-CLIENT', 'E-USER-EXTERNAL', 'E-PASSWORD-WRONG'],
    beyondSpec,
  }),
  recoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/recoverycodes',
    summary: 'New recovery codes, shown this one time; earlier ones stop working',
    access,
    response: { kind: 'json', schema: z.object({ recoveryCodes: z.array(z.string()) }) },
    errors: ['E-ACCOUNT-CLIENT', 'E-USER-EXTERNAL', 'E-STEP-UP', 'E-TWO-FACTOR-OFF'],
    notRepeatable: true,
    beyondSpec,
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/twofactor/disable',
    summary: 'Turn the own one-time codes off',
    access,
    response: { kind: 'none' },
    errors: ['E-ACCOUNT-CLIENT', 'E-USER-EXTERNAL', 'E-STEP-UP'],
    beyondSpec,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where the caller is signed in, newest first',
    access,
    response: { kind: 'json', schema: listOf(session) },
    errors: ['E-ACCOUNT-CLIENT'],
    beyondSpec,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/account/session',
    summary: 'Seconds left until the session of the caller ends for want of an action; null where it does not',
    access,
    response: { kind: 'json', schema: z.object({ idleSecondsLeft: z.int().nonnegative().nullable() }) },
    errors: [],
    fromAnywhere: true,
    beyondSpec:
      'Automatic sign-out (quality SS-1). The web application reports actions of its user with X-User-Activity',
  }),
  signOutOthers: endpoint({
    method: 'POST',
    path: '/api/account/signout',
    summary: 'End all other sessions of the caller in browsers and command lines',
    access,
    response: { kind: 'json', schema: z.object({ ended: z.int().nonnegative() }) },
    errors: ['E-ACCOUNT-CLIENT'],
    beyondSpec,
  }),
};
