import { and, eq } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { type Account, findAccountByUserName } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { renewedHash, verifyPassword } from '../passwords.ts';
import { createQueue } from '../oneAtATime.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';
import { codeSource } from '../twoFactor/secondFactor.ts';
import { type Charge, chargeAttempt, clearFailures, refundAttempt, type SignInSource } from './lockout.ts';
import { isPasswordSwitchedOff } from './passwordSwitch.ts';

interface Services {
  readonly database: Database;
  readonly config: IdentityConfig;
}

export interface Attempt {
  readonly userName: string;
  readonly password: string;
  readonly caller: Caller;
}

/** Several people or tests that sign in to one account at the same time with the right password would charge each other into a lock. */
export const attempts = createQueue();

/** The account, and where the one-time code that is missing comes from; null where it is signed in. */
export interface PasswordSignIn {
  readonly account: Account;
  readonly codeFrom: 'app' | 'mail' | null;
}

/**
 * The account, or null for every reason there is to refuse: unknown name, wrong password, locked, disabled,
 * demo account in production, password sign-in switched off by an organization. The caller cannot tell them apart and so cannot show it (quality AU-1, AU-3).
 */
export async function signInByPassword(services: Services, attempt: Attempt): Promise<PasswordSignIn | null> {
  const userName = attempt.userName.trim().toLowerCase();
  return attempts.run(userName, () => evaluate(services, { ...attempt, userName }));
}

export const sourceOf = ({ userName, caller }: Pick<Attempt, 'userName' | 'caller'>): SignInSource => ({
  kind: 'user',
  userName,
  address: caller.address,
});

async function evaluate({ database, config }: Services, attempt: Attempt): Promise<PasswordSignIn | null> {
  const { userName, caller } = attempt;
  const charge = await chargeAttempt(database, sourceOf(attempt));
  const account = await findAccountByUserName(database, config, userName);
  if (!charge) {
    await auditSignIn(database.db, [{ action: 'identity.signInRefused', account, userName, caller }]);
    return null;
  }
  const [isRight, isSwitchedOff] = await Promise.all([
    checkPassword(database, attempt, account, charge),
    isPasswordSwitchedOff(database, userName),
  ]);
  if (!isRight || !account?.maySignIn || isSwitchedOff) {
    // Counted like every failure: an attempt that is not counted could be told from one that is.
    await recordFailure(database, attempt, account, {
      charge,
      details: isSwitchedOff ? { passwordSignIn: 'off' } : {},
    });
    return null;
  }
  await renewHash(database, attempt.password, account);
  const codeFrom = await codeSource(database.db, account.id);
  if (codeFrom !== null) {
    // Neither a failure nor a sign-in: wrong codes go on counting where wrong passwords stopped (AU-2).
    await refundAttempt(database, sourceOf(attempt), charge);
    return { account, codeFrom };
  }
  await recordSignIn(database, attempt, account, { charge, method: 'password' });
  return { account, codeFrom };
}

async function checkPassword(database: Database, attempt: Attempt, account: Account | undefined, charge: Charge) {
  try {
    return await verifyPassword(attempt.password, account?.passwordHash ?? null);
  } catch (error) {
    await refundAttempt(database, sourceOf(attempt), charge);
    throw error;
  }
}

type Named = Pick<Attempt, 'userName' | 'caller'>;

interface Failure {
  readonly charge: Charge;
  readonly details: Readonly<Record<string, string>>;
}

/** The mail to the owner is a job for unknown names as well, so that the time of the response does not depend on the name. */
export async function recordFailure(
  database: Database,
  { userName, caller }: Named,
  account: Account | undefined,
  { charge: { failures, locks, lockId }, details: more }: Failure,
): Promise<void> {
  const details = { failures, ...more };
  const event = { account, userName, caller, details };
  await inTransaction(database, async (tx) => {
    await auditSignIn(tx, [
      { ...event, action: 'identity.signInFailed' },
      ...(locks === null ? [] : [{ ...event, action: 'identity.locked' as const, details: { ...details, locks } }]),
    ]);
    if (lockId !== null) await enqueue(tx, 'unlock.mail', { lockId }, { key: `unlock:${lockId}`, isNew: true });
  });
}

export async function recordSignIn(
  database: Database,
  { userName, caller }: Named,
  account: Account,
  { charge, method }: { readonly charge: Charge; readonly method: 'password' | 'code' | 'recoveryCode' },
): Promise<void> {
  await inTransaction(database, async (tx) => {
    await clearFailures(tx, sourceOf({ userName, caller }), charge);
    await tx.update(users).set({ lastLoginDate: new Date() }).where(eq(users.id, account.id));
    await auditSignIn(tx, [{ action: 'identity.signIn', account, userName, caller, details: { method } }]);
  });
}

async function renewHash({ db }: Database, password: string, account: Account): Promise<void> {
  const passwordHash = await renewedHash(password, account.passwordHash);
  // The password may have been changed meanwhile.
  if (passwordHash !== undefined && account.passwordHash !== null)
    await db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash)));
}
