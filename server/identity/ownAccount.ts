import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { type Account, findAccountById } from './accounts.ts';
import { chargeAttempt, clearFailures, refundAttempt, signedInShare } from './login/lockout.ts';
import { attempts } from './login/signInByPassword.ts';
import { verifyPassword } from './passwords.ts';
import type { InstallationSecrets } from './secrets/installationSecrets.ts';
import { acceptSecondFactor, codeSource } from './twoFactor/secondFactor.ts';

interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: InstallationSecrets;
}

/** The account of the caller at the embedded provider; accounts of other providers have their passwords and codes there. */
export async function ownAccount(
  { config, database }: Pick<Services, 'config' | 'database'>,
  actor: Actor,
  clientCode: 'E-ACCOUNT-CLIENT' | 'E-TWO-FACTOR-CLIENT' = 'E-ACCOUNT-CLIENT',
): Promise<Account> {
  if (config.externalIssuer !== null) throw new ApiProblem('E-USER-EXTERNAL');
  const account = actor.kind === 'user' ? await findAccountById(database, config, actor.id) : undefined;
  if (!account) throw new ApiProblem(clientCode);
  return account;
}

interface Proof {
  readonly code?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Checks a password or code of a user who is signed in. Wrong ones count towards a lock of their own, so that a stolen session guesses three
 * times at most (quality AU-2), and do not lock the sign-in page for the owner.
 */
export async function proveOwner(services: Services, account: Account, proof: Proof): Promise<void> {
  const userName = account.userName.toLowerCase();
  await attempts.run(userName, () => prove(services, account, proof));
}

async function prove(services: Services, account: Account, { code, password }: Proof): Promise<void> {
  const { database, secrets } = services;
  const wrong = () =>
    code === undefined
      ? new ApiProblem('E-PASSWORD-WRONG', { modelState: { password: ['The password is not right.'] } })
      : new ApiProblem('E-TWO-FACTOR-CODE', { modelState: { code: ['The code is not right.'] } });
  const source = {
    kind: 'user',
    userName: account.userName.toLowerCase(),
    address: signedInShare,
  } as const;
  const charge = await chargeAttempt(database, source);
  if (!charge)
    throw new ApiProblem(code === undefined ? 'E-PASSWORD-WRONG' : 'E-TWO-FACTOR-CODE', {
      message: 'After 3 wrong entries nothing is accepted here for 10 minutes.',
    });
  let isRight: boolean;
  try {
    isRight =
      code === undefined
        ? await verifyPassword(password ?? '', account.passwordHash)
        : (await acceptSecondFactor(database, secrets, account.id, code)) !== null;
  } catch (error) {
    await refundAttempt(database, source, charge);
    throw error;
  }
  if (!isRight) throw wrong();
  await inTransaction(database, (tx) => clearFailures(tx, source, charge));
}

/** With one-time codes the code proves more than the password, which the sign-in had already. */
export async function requireProof(services: Services, account: Account, { code, password }: Proof): Promise<void> {
  const needsCode = (await codeSource(services.database.db, account.id)) !== null;
  if (needsCode && code === undefined)
    throw new ApiProblem('E-TWO-FACTOR-CODE', { modelState: { code: ['is required'] } });
  await proveOwner(services, account, needsCode ? { code } : { password: password ?? '' });
}
