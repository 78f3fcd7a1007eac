import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/openDatabase.ts';
import type { Authenticate } from '../http/access.ts';
import { cleanRegularly } from './cleanExpired.ts';
import type { IdentityConfig } from './identityConfig.ts';
import { sweepIdleSessions } from './idle.ts';
import { type KeyRing, openKeyRing } from './keyRing.ts';
import { mountProvider } from './mountProvider.ts';
import { createProvider, loadProviderSecrets } from './provider.ts';
import { registerAssets } from './pages/registerAssets.ts';
import { registerSignInPages } from './registerSignInPages.ts';
import { type IdentityDocuments, openIdentityDocuments } from './secrets/identityDocuments.ts';
import { type InstallationSecrets, openInstallationSecrets } from './secrets/installationSecrets.ts';
import { createAuthenticate } from './tokens/authenticate.ts';
import { createSignAccessToken, type SignAccessToken } from './tokens/signAccessToken.ts';

interface Services {
  readonly config: IdentityConfig;
  readonly database: Database;
}

export interface Identity {
  /** Who the bearer token speaks for; throws ApiProblem E-TOKEN-MISSING, E-TOKEN-INVALID or E-TOKEN-REVOKED. */
  readonly authenticate: Authenticate;
  readonly signAccessToken: SignAccessToken;
  readonly secrets: InstallationSecrets;
  readonly identityDocuments: IdentityDocuments;
  readonly keyRing: KeyRing;
}

/**
 * Sign-in for the whole platform: the embedded OpenID provider at /oidc with its pages, and the check of access tokens.
 * With another provider set (OIDC_ISSUER) only the check.
 */
export async function registerIdentity(app: FastifyInstance, { config, database }: Services): Promise<Identity> {
  const secrets = await openInstallationSecrets(database, config, app.log);
  const identityDocuments = await openIdentityDocuments(database, secrets);
  const keyRing = await openKeyRing(secrets, app.log);
  app.addHook('onClose', async () => keyRing.stop());
  if (config.externalIssuer === null) {
    const providerSecrets = await loadProviderSecrets(secrets);
    const create = () => createProvider({ database, config, log: app.log }, keyRing.keys(), providerSecrets);
    let provider = create();
    keyRing.onChange(() => {
      provider = create();
    });
    // The pages sign nothing, so the first one serves them as well as its successors.
    const services = { provider, database, secrets, config, log: app.log };
    await app.register(async (pages) => registerSignInPages(pages, services));
    await app.register(async (mounted) => mountProvider(mounted, () => provider, config));
    registerAssets(app, config);
    const stops = [cleanRegularly(database, app.log), sweepIdleSessions(database, config, app.log)];
    app.addHook('onClose', async () => {
      for (const stop of stops) stop();
    });
  }
  return {
    authenticate: createAuthenticate(database, keyRing, config),
    signAccessToken: createSignAccessToken(keyRing, config),
    secrets,
    identityDocuments,
    keyRing,
  };
}
