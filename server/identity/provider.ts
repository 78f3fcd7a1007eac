import type { FastifyBaseLogger } from 'fastify';
import { and, eq } from 'drizzle-orm';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { oidcClients } from '../database/schema/records.ts';
import { isDatabaseOutage } from '../database/sqlState.ts';
import { ApiProblem } from '../http/problem.ts';
import { findAccountById } from './accounts.ts';
import { guardMachineClients, proveClient } from './clientSignIns.ts';
import type { IdentityConfig } from './identityConfig.ts';
import { endIdleSessions } from './idle.ts';
import { renewedHash, verifyPassword } from './passwords.ts';
import { backToSignIn, renderMessage } from './pages/messagePage.ts';
import { providerConfiguration } from './providerConfiguration.ts';
import { loadSuccessorKey, protectRefreshTokens } from './refreshTokens.ts';
import { requestFacts } from './requestFacts.ts';
import type { InstallationSecrets } from './secrets/installationSecrets.ts';
import { auditSignIn } from './signInAudit.ts';
import { loadCookieKeys, type SigningKey } from './signingKeys.ts';

interface Services {
  readonly database: Database;
  readonly config: IdentityConfig;
  readonly log: FastifyBaseLogger;
}

export interface ProviderSecrets {
  readonly cookieKeys: readonly string[];
  readonly successorKey: Buffer;
}

export async function loadProviderSecrets(secrets: InstallationSecrets): Promise<ProviderSecrets> {
  // One after the other: a start needs one connection, which a busy database gives sooner than two.
  const cookieKeys = await loadCookieKeys(secrets);
  return { cookieKeys, successorKey: await loadSuccessorKey(secrets) };
}

/**
 * The embedded OpenID provider, with everything it keeps in the database, so that any process can answer any request. It signs with the first of
 * the keys as long as it lives: a rotation makes a new one.
 */
export function createProvider(
  { database, config, log }: Services,
  signingKeys: readonly SigningKey[],
  { cookieKeys, successorKey }: ProviderSecrets,
): Provider {
  const provider = new Provider(config.issuer, providerConfiguration(database, config, { signingKeys, cookieKeys }));
  // Whether a cookie must be Secure follows the public address, which mountProvider puts into the request.
  provider.proxy = true;
  compareSecretsByHash(provider, database);
  shareWithListedOrigins(provider, config);
  protectRefreshTokens(provider, successorKey, { database, config });
  responseProblems(provider, config);
  endIdleSessionsFirst(provider, database, config);
  guardMachineClients(provider, database);
  provider.on('server_error', (_ctx, error) => {
    if (!isRateLimit(error)) log.error({ err: error }, 'sign-in service failed');
  });
  provider.on('end_session.success', (ctx) => {
    recordSignOut(ctx, { database, config }).catch((error: unknown) =>
      log.error({ err: error }, 'sign-out could not be audited'),
    );
  });
  return provider;
}

/** No request of the provider finds a session that should have ended: neither a renewal nor a silent sign-in prolongs it (quality SS-1). */
function endIdleSessionsFirst(provider: Provider, database: Database, config: IdentityConfig): void {
  provider.use(async (_ctx, next) => {
    await endIdleSessions(database, config);
    await next();
  });
}

/** The provider shares its documents with every origin; only those of CORS_ORIGINS may read them, as everywhere else. */
function shareWithListedOrigins(provider: Provider, { corsOrigins }: Pick<IdentityConfig, 'corsOrigins'>): void {
  provider.use(async (ctx, next) => {
    await next();
    if (corsOrigins.includes(ctx.get('origin'))) return;
    for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name);
  });
}

const isRateLimit = (error: unknown) => error instanceof ApiProblem && error.code === 'E-RATE-LIMITED';
const retrySoon = { 'retry-after': '5' };

const problemOf = (error: unknown): ApiProblem | undefined => {
  if (error instanceof ApiProblem) return error;
  return isDatabaseOutage(error) ? new ApiProblem('E-UNAVAILABLE') : undefined;
};

/** The status of our own refusals instead of the provider's 500: 503 while the database is away (quality FT-2), 429 above a limit (FT-7). */
function responseProblems(provider: Provider, config: IdentityConfig): void {
  const problems = new WeakMap<object, ApiProblem>();
  provider.on('server_error', (ctx, error) => {
    const problem = problemOf(error);
    if (problem) problems.set(ctx, problem);
  });
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      // Thrown outside the provider's own error handling: when it saves the session, and by our audit.
      const problem = problemOf(error);
      if (!problem) throw error;
      problems.set(ctx, problem);
      ctx.status = 500;
      if (ctx.accepts('json', 'html') === 'html') {
        ctx.type = 'html';
        const { message: text } = problem;
        ctx.body = renderMessage(config, { title: 'You are not signed in', text, link: backToSignIn(config) });
      } else ctx.body = {};
    }
    const problem = problems.get(ctx);
    if (ctx.status !== 500 || !problem) return;
    ctx.status = problem.status;
    ctx.set({ ...retrySoon, ...problem.headers });
    if (typeof ctx.body === 'object') {
      ctx.body = { error: 'temporarily_unavailable', error_description: problem.message };
    }
  });
}

/** Secrets of machine clients are stored as password hashes, so the provider's plain comparison must not be used. */
function compareSecretsByHash(provider: Provider, database: Pick<Database, 'db'>): void {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    async value(this: { readonly clientId: string; readonly clientSecret?: string }, actual: string) {
      const stored = this.clientSecret ?? null;
      if (!proveClient(await verifyPassword(actual, stored))) return false;
      const secret = await renewedHash(actual, stored);
      if (secret !== undefined && stored !== null)
        await database.db
          .update(oidcClients)
          .set({ secret })
          .where(and(eq(oidcClients.clientId, this.clientId), eq(oidcClients.secret, stored)));
      return true;
    },
  });
}

async function recordSignOut(
  ctx: KoaContextWithOIDC,
  { database, config }: Pick<Services, 'database' | 'config'>,
): Promise<void> {
  const accountId = ctx.oidc.session?.accountId;
  if (accountId === undefined) return;
  const caller = requestFacts.getStore()?.caller ?? { requestId: '', address: '' };
  const account = await findAccountById(database, config, accountId);
  const event = { action: 'identity.signOut', account, userName: account?.userName ?? accountId, caller } as const;
  await auditSignIn(database.db, [event]);
}
