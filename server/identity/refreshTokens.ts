import { createHmac, randomBytes } from 'node:crypto';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { findAccountById } from './accounts.ts';
import type { IdentityConfig } from './identityConfig.ts';
import { requestFacts } from './requestFacts.ts';
import type { InstallationSecrets } from './secrets/installationSecrets.ts';
import { auditSignIn } from './signInAudit.ts';

interface Services {
  readonly database: Database;
  readonly config: IdentityConfig;
}

/** Key from which a refresh token and its successor are related; the same in every process. */
export const loadSuccessorKey = async (secrets: InstallationSecrets): Promise<Buffer> => {
  const { key } = await secrets.load('oidc.refreshSuccessors', async () => ({
    key: randomBytes(32).toString('base64url'),
  }));
  return Buffer.from(key, 'base64url');
};

/**
 * Rotation of refresh tokens (quality TK-3). The successor is computed from the token that was used, so that a second use within the tolerance of
 * oidcAdapter.ts gets the same one at any server, although only its hash is stored. A use after it ends the family, and that is audited.
 */
export function protectRefreshTokens(provider: Provider, successorKey: Buffer, services: Services): void {
  const { prototype } = provider.RefreshToken;
  const randomId: unknown = Reflect.get(prototype, 'generateTokenId');
  Object.defineProperty(prototype, 'generateTokenId', {
    value(this: object) {
      const used = Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti;
      if (used !== undefined) return createHmac('sha256', successorKey).update(used).digest('base64url');
      return typeof randomId === 'function' ? (Reflect.apply(randomId, this, []) as string) : undefined;
    },
  });
  auditReuse(provider, services);
}

function auditReuse(provider: Provider, { database, config }: Services): void {
  const reused = new WeakSet<object>();
  provider.on('grant.error', (ctx) => {
    if (ctx.oidc.entities.RefreshToken?.consumed) reused.add(ctx);
  });
  provider.use(async (ctx, next) => {
    await next();
    const accountId = reused.has(ctx) ? (ctx as KoaContextWithOIDC).oidc.entities.RefreshToken?.accountId : undefined;
    if (accountId === undefined) return;
    const caller = requestFacts.getStore()?.caller ?? { requestId: '', address: '' };
    const account = await findAccountById(database, config, accountId);
    const event = { account, userName: account?.userName ?? accountId, caller };
    await auditSignIn(database.db, [{ ...event, action: 'identity.refreshTokenReused' }]);
  });
}
