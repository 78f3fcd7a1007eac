import { eq } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { loginFailures } from '../../database/schema/records.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Account, findAccountByUserName } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { verifyPassword } from '../passwords.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';
import { type Charge, chargeAttempt, oneAtATime, refundAttempt } from './lockout.ts';
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

/**
 * The account, or null for every reason there is to refuse: unknown name, wrong password, locked, disabled,
 * demo account in production, password sign-in switched off by an organization. The caller cannot tell them apart and so cannot show it (quality AU-1, AU-3).
 */
export async function signInByPassword(services: Services, attempt: Attempt): Promise<Account | null> {
  const userName = attempt.userName.trim().toLowerCase();
  return oneAtATime(userName, () => evaluate(services, { ...attempt, userName }));
}

async function evaluate({ database, config }: Services, attempt: Attempt): Promise<Account | null> {
  const { userName, caller } = attempt;
  const charge = await chargeAttempt(database, userName);
  const account = await findAccountByUserName(database, config, userName);
  if (!charge) {
    await auditSignIn(database.db, [{ action: 'identity.signInRefused', account, userName, caller }]);
    return null;
  }
  const [isRight, isSwitchedOff] = await Promise.all([
    checkPassword(database, attempt, account),
    isPasswordSwitchedOff(database, userName),
  ]);
  if (!isRight || !account?.maySignIn || isSwitchedOff) {
    // Counted like every failure: an attempt that is not counted could be told from one that is.
    await recordFailure(database, attempt, account, { ...charge, isSwitchedOff });
    return null;
  }
  await recordSignIn(database, attempt, account);
  return account;
}

async function checkPassword(database: Database, { userName, password }: Attempt, account: Account | undefined) {
  try {
    return await verifyPassword(password, account?.passwordHash ?? null);
  } catch (error) {
    await refundAttempt(database, userName);
    throw error;
  }
}

async function recordFailure(
  database: Database,
  { userName, caller }: Attempt,
  account: Account | undefined,
  { failures, locksNow, isSwitchedOff }: Charge & { readonly isSwitchedOff: boolean },
): Promise<void> {
  const facts = { failures, ...(isSwitchedOff ? { passwordSignIn: 'off' } : {}) };
  const event = { account, userName, caller, facts };
  await auditSignIn(database.db, [
    { ...event, action: 'identity.signInFailed' },
    ...(locksNow ? [{ ...event, action: 'identity.locked' as const }] : []),
  ]);
}

async function recordSignIn(database: Database, { userName, caller }: Attempt, account: Account): Promise<void> {
  await inTransaction(database, async (tx) => {
    await tx.delete(loginFailures).where(eq(loginFailures.userName, userName));
    await tx.update(users).set({ lastLoginDate: new Date() }).where(eq(users.id, account.id));
    await auditSignIn(tx, [{ action: 'identity.signIn', account, userName, caller, facts: { method: 'password' } }]);
  });
}
