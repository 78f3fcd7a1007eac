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
const attempts = createQueue();

/**
 * The account, or null for every reason there is to refuse: unknown name, wrong password, locked, disabled,
 * demo account in production, password sign-in switched off by an organization. The caller cannot tell them apart and so cannot show it (quality AU-1, AU-3).
 */
export async function signInByPassword(services: Services, attempt: Attempt): Promise<Account | null> {
  const userName = attempt.userName.trim().toLowerCase();
  return attempts.run(userName, () => evaluate(services, { ...attempt, userName }));
}

const sourceOf = ({ userName, caller }: Attempt): SignInSource => ({ kind: 'user', userName, address: caller.address });

async function evaluate({ database, config }: Services, attempt: Attempt): Promise<Account | null> {
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
    await recordFailure(database, attempt, account, { ...charge, isSwitchedOff });
    return null;
  }
  await recordSignIn(database, attempt, account, charge);
  return account;
}

async function checkPassword(database: Database, attempt: Attempt, account: Account | undefined, charge: Charge) {
  try {
    return await verifyPassword(attempt.password, account?.passwordHash ?? null);
  } catch (error) {
    await refundAttempt(database, sourceOf(attempt), charge);
    throw error;
  }
}

/** The mail to the owner is a job for unknown names as well, so that the time of the response does not depend on the name. */
async function recordFailure(
  database: Database,
  { userName, caller }: Attempt,
  account: Account | undefined,
  { failures, locks, lockId, isSwitchedOff }: Charge & { readonly isSwitchedOff: boolean },
): Promise<void> {
  const facts = { failures, ...(isSwitchedOff ? { passwordSignIn: 'off' } : {}) };
  const event = { account, userName, caller, facts };
  await inTransaction(database, async (tx) => {
    await auditSignIn(tx, [
      { ...event, action: 'identity.signInFailed' },
      ...(locks === null ? [] : [{ ...event, action: 'identity.locked' as const, facts: { ...facts, locks } }]),
    ]);
    if (lockId !== null) await enqueue(tx, 'unlock.mail', { lockId }, { key: `unlock:${lockId}`, isNew: true });
  });
}

async function recordSignIn(database: Database, attempt: Attempt, account: Account, charge: Charge): Promise<void> {
  const { userName, password, caller } = attempt;
  const passwordHash = await renewedHash(password, account.passwordHash);
  await inTransaction(database, async (tx) => {
    await clearFailures(tx, sourceOf(attempt), charge);
    await tx.update(users).set({ lastLoginDate: new Date() }).where(eq(users.id, account.id));
    // The password may have been changed meanwhile.
    if (passwordHash !== undefined && account.passwordHash !== null)
      await tx
        .update(users)
        .set({ passwordHash })
        .where(and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash)));
    await auditSignIn(tx, [{ action: 'identity.signIn', account, userName, caller, facts: { method: 'password' } }]);
  });
}
