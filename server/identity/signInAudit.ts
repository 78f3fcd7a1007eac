import type { Database } from '../database/openDatabase.ts';
import { auditEntries } from '../database/schema/records.ts';
import { ApiProblem } from '../http/problem.ts';
import type { Account } from './accounts.ts';

type SignInAction =
  | 'identity.signIn'
  | 'identity.signInFailed'
  | 'identity.signInRefused'
  | 'identity.locked'
  | 'identity.unlocked'
  | 'identity.linked'
  | 'identity.signOut'
  | 'identity.signOutIdle'
  | 'identity.passwordChanged'
  | 'identity.linkRenewed'
  | 'identity.linkRequested'
  | 'identity.emailChanged'
  | 'identity.refreshTokenReused';

/** Where an attempt came from. */
export interface Caller {
  readonly requestId: string;
  /** Network address, as far as TRUST_PROXY lets us know it. */
  readonly address: string;
}

export interface SignInEvent {
  readonly action: SignInAction;
  /** Undefined where no account has that name. */
  readonly account?: Pick<Account, 'id' | 'userName'> | undefined;
  readonly userName: string;
  /** Set instead of an account where a machine client signs in; null where no client has that id. */
  readonly client?: { readonly clientId: string; readonly name: string } | null;
  readonly caller: Caller;
  /** What is worth knowing beside the names, such as the connection used. Never a password. */
  readonly details?: Readonly<Record<string, string | number>>;
}

type Writer = Pick<Database['db'], 'insert'>;

/**
 * Writes one audit row for each event; the caller's transaction decides whether they stay.
 * Nobody signs in where it cannot be audited (quality AD-2).
 */
export async function auditSignIn(writer: Writer, events: readonly SignInEvent[]): Promise<void> {
  try {
    await writer.insert(auditEntries).values(events.map(rowOf));
  } catch (cause) {
    throw new ApiProblem('E-UNAVAILABLE', { cause, headers: { 'retry-after': '5' } });
  }
}

const rowOf = ({ action, account, userName, client, caller, details }: SignInEvent) => ({
  ...(proving.has(action) ? actorOf({ account, client }) : anonymous),
  action,
  outcome: refusing.has(action) ? 'Refused' : 'Success',
  ...(client === undefined
    ? { targetType: 'user', targetId: account?.id ?? shownName(userName) }
    : { targetType: 'client', targetId: client?.clientId ?? '(unknown client)' }),
  changes: Object.fromEntries(
    Object.entries({ ...details, ...(caller.address === '' ? {} : { address: caller.address }) }).map(
      ([name, after]) => [name, { before: null, after }],
    ),
  ),
  requestId: caller.requestId,
});

const anonymous = { actorId: 'anonymous', actorName: 'anonymous' };

/** A caller who fails to sign in has not shown to be the owner of the account. */
const proving: ReadonlySet<SignInAction> = new Set([
  'identity.signIn',
  'identity.signOut',
  'identity.signOutIdle',
  'identity.unlocked',
  'identity.linked',
  'identity.passwordChanged',
  'identity.emailChanged',
]);

const refusing: ReadonlySet<SignInAction> = new Set([
  'identity.signInFailed',
  'identity.signInRefused',
  'identity.locked',
  'identity.refreshTokenReused',
]);

function actorOf({ account, client }: Pick<SignInEvent, 'account' | 'client'>) {
  if (account) return { actorId: account.id, actorName: account.userName };
  return client ? { actorId: client.clientId, actorName: client.name } : anonymous;
}

/** What was typed as an unknown name may be a password in the wrong field: only e-mail addresses are kept. */
const shownName = (typed: string) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? typed.slice(0, 320) : '(not an e-mail address)';
