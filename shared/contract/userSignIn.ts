import { z } from 'zod';
import { passwordMaxLength } from '../rules/password.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { listOf, pageNumber, pageOf, pageSize } from './paging.ts';
import { session, signInEvent, user } from './userSchemas.ts';

const access = ['SysAdmin'] as const;
/** Platform administrators for every user, others for the users of their organization. */
const administrators = ['SysAdmin', 'Administrator'] as const;

const enteredCode = z.string().trim().max(20);

/** Codes for the day when phone or mailbox is lost, shown this one time; empty where the caller has some. */
const recovery = z.object({ recoveryCodes: z.array(z.string()) });

const mailed = z.object({ id, expiresAt: z.iso.datetime() });

/** How users sign in: passwords, second factor, sessions. */
export const userSignIn = {
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/users/resetpassword',
    summary: 'Mail a user a link to choose a new password; it works once, for 24 hours',
    access: administrators,
    body: z.strictObject({ id }),
    response: { kind: 'json', schema: mailed },
    errors: ['E-NOT-FOUND', 'E-USER-DISABLED', 'E-USER-NO-PASSWORD', 'E-USER-EXTERNAL', 'E-USER-OWN-SIGN-IN'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/users/resendinvitation',
    summary: 'Mail a user who has no password yet the link to create it again',
    access: administrators,
    body: z.strictObject({ id }),
    response: { kind: 'json', schema: mailed },
    errors: ['E-NOT-FOUND', 'E-USER-DISABLED', 'E-USER-HAS-PASSWORD', 'E-USER-EXTERNAL', 'E-USER-OWN-SIGN-IN'],
  }),
  disableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/2fa/disable',
    summary: 'Turn the one-time codes of a user off, as for a lost phone',
    access,
    params: idParams,
    response: { kind: 'json', schema: user },
    errors: ['E-NOT-FOUND', 'E-USER-DELETED', 'E-USER-OWN-SIGN-IN'],
  }),
  verifyCode: endpoint({
    method: 'POST',
    path: '/api/users/{id}/verifycode',
    summary:
      'Confirm with a one-time code, or with the password, that it is the caller; needed to change the own sign-in',
    access: 'signedIn',
    params: idParams,
    body: z.strictObject({
      code: enteredCode.optional(),
      /** Of callers without one-time codes; with codes the code is required. */
      password: z.string().max(passwordMaxLength).optional(),
    }),
    response: { kind: 'json', schema: z.object({ verifiedUntil: z.iso.datetime() }) },
    errors: ['E-NOT-FOUND', 'E-USER-EXTERNAL', 'E-TWO-FACTOR-CODE', 'E-PASSWORD-WRONG'],
  }),
  startTwoFactor: endpoint({
    method: 'GET',
    path: '/api/users/enabletokenauth',
    summary: 'A new secret for the authenticator app of the caller; codes are requested once one was entered',
    access: 'signedIn',
    response: {
      kind: 'json',
      schema: z.object({
        /** In base32, for typing. */
        secret: z.string(),
        /** `otpauth://totp/...`, the text of the QR code. */
        uri: z.string(),
      }),
    },
    errors: ['E-USER-EXTERNAL', 'E-STEP-UP', 'E-TWO-FACTOR-ON', 'E-TWO-FACTOR-CLIENT'],
  }),
  enableTwoFactor: endpoint({
    method: 'POST',
    path: '/api/users/enabletokenauth',
    summary: 'Turn one-time codes on with the first code of the authenticator app',
    access: 'signedIn',
    body: z.strictObject({ code: enteredCode }),
    response: { kind: 'json', schema: recovery },
    errors: ['E-USER-EXTERNAL', 'E-STEP-UP', 'E-TWO-FACTOR-ON', 'E-TWO-FACTOR-CODE', 'E-TWO-FACTOR-CLIENT'],
  }),
  enableMailedCodes: endpoint({
    method: 'GET',
    path: '/api/users/enabletfa',
    summary: 'Turn one-time codes by e-mail on with a code that was mailed (GET /api/users/sendcode)',
    access: 'signedIn',
    query: z.strictObject({ code: enteredCode }),
    response: { kind: 'json', schema: recovery },
    errors: ['E-USER-EXTERNAL', 'E-STEP-UP', 'E-TWO-FACTOR-ON', 'E-TWO-FACTOR-CODE', 'E-TWO-FACTOR-CLIENT'],
  }),
  sendCode: endpoint({
    method: 'GET',
    path: '/api/users/sendcode',
    summary: 'Mail a one-time code to the caller; it works once, for 10 minutes',
    access: 'signedIn',
    audited: true,
    query: z.strictObject({ method: z.enum(['email']).default('email') }),
    response: { kind: 'json', schema: z.object({ expiresAt: z.iso.datetime() }) },
    errors: ['E-USER-EXTERNAL', 'E-CODES-SENT', 'E-TWO-FACTOR-CLIENT'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}/sessions',
    summary: 'Where a user is signed in, newest first',
    access,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: listOf(session) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Administrators see and end the sessions of a user (quality AZ-5)',
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/signout',
    summary: 'End all sessions of a user in browsers and command lines',
    access,
    params: idParams,
    response: { kind: 'json', schema: z.object({ id, ended: z.int().nonnegative() }) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'See GET /api/admin/users/{id}/sessions',
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/api/admin/users/{id}/signins',
    summary: 'Sign-ins, failed sign-ins, locks and logouts of a user, newest first',
    access,
    audited: true,
    params: idParams,
    query: z.strictObject({ pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(signInEvent) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Administrators find out why a user cannot sign in',
  }),
};
