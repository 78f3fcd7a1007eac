import type { CallOptions, Client } from '../../client/createClient.ts';
import type { User } from '../../contract/userSchemas.ts';
import { type ErrorCode, errorCatalogue } from '../../contract/errors.ts';
import { ownUnlockText } from '../../rules/user.ts';
import type { BulkAction } from '../action.ts';
import type { Call } from '../calls.ts';
import type { ConsequenceKind } from '../consequences.ts';
import type { Values } from '../values.ts';
import { idOf } from './targets.ts';
import {
  byUserId,
  ownAccountProblems,
  ownSignIn,
  type OwnRefusal,
  readUser,
  scanUsers,
  userColumn,
  userCurrent,
} from './userRows.ts';

export interface OneWay {
  readonly name: string;
  readonly summary: string;
  readonly call: Call;
  /** The state that the action ends; a user who does not have it stays unchanged. */
  readonly ends?: { readonly column: string; readonly field: 'hasTwoFactor' };
  /** What leaves the system with each row. */
  readonly consequence?: ConsequenceKind;
  readonly cannotUndo: string;
  /** Why the action does not fit the user; the server refuses it as well. */
  readonly refusal?: (user: Pick<User, 'isEnabled' | 'hasPassword'>) => ErrorCode | undefined;
  /** Refusal where the user is the caller. */
  readonly ownRefusal?: OwnRefusal;
  readonly send: (client: Client, id: string, options: CallOptions) => Promise<Readonly<Record<string, unknown>>>;
}

/** The cells of a user before an action with `ends`. */
export const endedCells = ({ ends }: OneWay, user: Pick<User, 'hasTwoFactor'>): Values =>
  ends ? { [ends.column]: user[ends.field] } : {};

/**
 * Takes nothing but an id and cannot be undone. Without a response the outcome stays unknown, unless a state `ends`: the row is never sent
 * again.
 */
export const oneWay = (spec: OneWay): BulkAction => {
  const { name, summary, call, ends, consequence, cannotUndo, refusal, ownRefusal, send } = spec;
  return {
    ...byUserId,
    ...scanUsers((user) => endedCells(spec, user)),
    name,
    summary,
    kind: 'one-way',
    columns: [userColumn()],
    naturalKey: ends ? 'id' : null,
    undoes: null,
    ...(consequence === 'password-mail' && { mails: true }),
    calls: [...(ownRefusal ? (['profile.get'] as const) : []), 'users.list', 'users.get', call],

    async read(values, context) {
      const user = await readUser(idOf(values), context);
      return user && { ...userCurrent(user), values: endedCells(spec, user) };
    },

    async check(values, current, context) {
      const own = ownRefusal ? await ownAccountProblems(values, context, ownRefusal) : [];
      const code = current && refusal?.(current.record as User);
      if (own.length > 0 || !code) return own;
      const { message, hint } = errorCatalogue[code];
      return [{ column: 'id', code, message: `${message} ${hint}` }];
    },

    desired: () => (ends ? { [ends.column]: false } : null),
    consequences: () => (consequence === undefined ? [] : [{ kind: consequence, count: 1 }]),

    async write(values, current, _changes, { client, options }) {
      const response = await send(client, idOf(values), options);
      return current && { ...current, values: ends ? { [ends.column]: false } : {}, record: response };
    },

    reverse: () => ({ cannot: cannotUndo }),
  };
};

export const disabled = ({ isEnabled }: Pick<User, 'isEnabled'>) => (isEnabled ? undefined : 'E-USER-DISABLED');
/** What turning one-time codes off ends. */
export const twoFactor = { column: 'two_factor', field: 'hasTwoFactor' } as const;
/** Only a password that exists is reset: an invitation is sent again. */
export const withoutPassword = (user: Pick<User, 'isEnabled' | 'hasPassword'>) =>
  user.hasPassword ? disabled(user) : 'E-USER-NO-PASSWORD';
export const mailIsOut = 'A mail that was sent cannot be taken back.';

export const usersResetPassword = oneWay({
  name: 'users.reset-password',
  summary: 'Mail users a link to choose a new password',
  call: 'users.resetPassword',
  consequence: 'password-mail',
  cannotUndo: mailIsOut,
  refusal: withoutPassword,
  ownRefusal: ownSignIn,
  send: (client, id, options) => client.users.resetPassword({ body: { id } }, options),
});

export const usersResendInvitation = oneWay({
  name: 'users.resend-invitation',
  summary: 'Mail users who have no password yet the link to create it again',
  call: 'users.resendInvitation',
  consequence: 'password-mail',
  cannotUndo: mailIsOut,
  refusal: (user) => (user.hasPassword ? 'E-USER-HAS-PASSWORD' : disabled(user)),
  ownRefusal: ownSignIn,
  send: (client, id, options) => client.users.resendInvitation({ body: { id } }, options),
});

export const usersTwoFactorDisable = oneWay({
  name: 'users.2fa-disable',
  summary: 'Turn the one-time codes of users off',
  call: 'users.disableTwoFactor',
  ends: twoFactor,
  cannotUndo: 'Only the user can set up an authenticator app again.',
  ownRefusal: ownSignIn,
  send: (client, id, options) => client.users.disableTwoFactor({ params: { id } }, options),
});

export const usersIdProofReset = oneWay({
  name: 'users.idproof-reset',
  summary: 'Delete the identity documents of users',
  call: 'users.resetIdProof',
  cannotUndo: 'A deleted identity document cannot be restored.',
  send: (client, id, options) => client.users.resetIdProof({ params: { id } }, options),
});

export const usersSync = oneWay({
  name: 'users.sync',
  summary: 'Sync users with the customer-messaging service',
  call: 'users.sync',
  consequence: 'outbound-sync',
  cannotUndo: 'Data that was sent to the customer-messaging service stays there.',
  send: (client, id, options) => client.users.sync({ params: { id } }, options),
});

export const usersSignOut = oneWay({
  name: 'users.sign-out',
  summary: 'End all sessions of users in browsers and command lines',
  call: 'users.signOut',
  consequence: 'users-signed-out',
  cannotUndo: 'Users sign in again by themselves.',
  send: (client, id, options) => client.users.signOut({ params: { id } }, options),
});

export const usersUnlock = oneWay({
  name: 'users.unlock',
  summary: 'End the locks of accounts after failed sign-ins',
  call: 'users.unlock',
  cannotUndo: 'A lock follows failed sign-ins and is not set by hand.',
  ownRefusal: { code: 'E-USER-OWN-ACCOUNT', message: ownUnlockText },
  send: (client, id, options) => client.users.unlock({ body: { id } }, options),
});
