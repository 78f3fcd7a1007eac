import type { FastifyBaseLogger } from 'fastify';
import { type ClientMetadata, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { isDatabaseOutage } from '../database/sqlState.ts';
import { ApiProblem } from '../http/problem.ts';
import { findAccountById } from './accounts.ts';
import type { IdentityConfig } from './identityConfig.ts';
import { verifyPassword } from './passwords.ts';
import { providerConfiguration } from './providerConfiguration.ts';
import { loadSuccessorKey, protectRefreshTokens } from './refreshTokens.ts';
import { requestFacts } from './requestFacts.ts';
import { auditSignIn } from './signInAudit.ts';
import { loadCookieKeys, loadSigningKeys } from './signingKeys.ts';

interface Services {
  readonly database: Database;
  readonly config: IdentityConfig;
  readonly log: FastifyBaseLogger;
}

/** The embedded OpenID provider, with everything it keeps in the database, so that any process can answer any request. */
export async function createProvider({ database, config, log }: Services): Promise<Provider> {
  const [signingKeys, cookieKeys, successorKey] = await Promise.all([
    loadSigningKeys(database),
    loadCookieKeys(database),
    loadSuccessorKey(database),
  ]);
  const provider = new Provider(config.issuer, providerConfiguration(database, config, { signingKeys, cookieKeys }));
  // Whether a cookie must be Secure follows the public address, which mountProvider puts into the request.
  provider.proxy = true;
  compareSecretsByHash(provider);
  shareWithListedOrigins(provider, config);
  protectRefreshTokens(provider, successorKey, { database, config });
  answerOutages(provider);
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'sign-in service failed'));
  provider.on('end_session.success', (ctx) => {
    recordSignOut(ctx, { database, config }).catch((error: unknown) =>
      log.error({ err: error }, 'sign-out could not be audited'),
    );
  });
  return provider;
}

/** The provider shares its documents with every origin; only those of CORS_ORIGINS may read them, as everywhere else. */
function shareWithListedOrigins(provider: Provider, { corsOrigins }: Pick<IdentityConfig, 'corsOrigins'>): void {
  provider.use(async (ctx, next) => {
    await next();
    if (corsOrigins.includes(ctx.get('origin'))) return;
    for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name);
  });
}

/** While the database is away callers hear "try again" instead of the provider's 500 (quality FT-2). */
function answerOutages(provider: Provider): void {
  const outages = new WeakSet<object>();
  provider.on('server_error', (ctx, error) => {
    if (isDatabaseOutage(error) || error instanceof ApiProblem) outages.add(ctx);
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status !== 500 || !outages.has(ctx)) return;
    ctx.status = 503;
    ctx.set('retry-after', '5');
  });
}

/** Secrets of machine clients are kept as password hashes, so the provider's plain comparison must not be used. */
function compareSecretsByHash(provider: Provider): void {
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value(this: Pick<ClientMetadata, never> & { clientSecret?: string }, actual: string) {
      return verifyPassword(actual, this.clientSecret ?? null);
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
