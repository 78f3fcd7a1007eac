import { type Account, findAccountById } from '../accounts.ts';
import { chargeAttempt, refundAttempt } from '../login/lockout.ts';
import { attempts, recordFailure, recordSignIn, sourceOf } from '../login/signInByPassword.ts';
import type { LoginServices } from '../loginServices.ts';
import { auditSignIn, type Caller } from '../signInAudit.ts';
import { acceptSecondFactor } from './secondFactor.ts';

interface CodeAttempt {
  readonly accountId: string;
  readonly code: string;
  readonly caller: Caller;
}

/** The account, or null for every reason to refuse. Wrong codes and wrong passwords count together towards the lock (quality AU-2). */
export async function signInByCode(services: LoginServices, attempt: CodeAttempt): Promise<Account | null> {
  const { database, config } = services;
  const account = await findAccountById(database, config, attempt.accountId);
  if (!account) return null;
  const userName = account.userName.toLowerCase();
  return attempts.run(userName, () => evaluate(services, account, { ...attempt, userName }));
}

async function evaluate(
  { database, secrets }: LoginServices,
  account: Account,
  attempt: CodeAttempt & { readonly userName: string },
): Promise<Account | null> {
  const { userName, caller, code } = attempt;
  const charge = await chargeAttempt(database, sourceOf(attempt));
  if (!charge) {
    await auditSignIn(database.db, [{ action: 'identity.signInRefused', account, userName, caller }]);
    return null;
  }
  let method: 'code' | 'recoveryCode' | null;
  try {
    method = await acceptSecondFactor(database, secrets, account.id, code);
  } catch (error) {
    await refundAttempt(database, sourceOf(attempt), charge);
    throw error;
  }
  if (method === null || !account.maySignIn) {
    await recordFailure(database, attempt, account, { charge, details: { method: 'code' } });
    return null;
  }
  await recordSignIn(database, attempt, account, { charge, method });
  return account;
}
