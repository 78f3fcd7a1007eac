import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import type { IdentityConfig } from './identityConfig.ts';
import type { InstallationSecrets } from './secrets/installationSecrets.ts';

/** What the sign-in pages work with. */
export interface LoginServices {
  readonly provider: Provider;
  readonly database: Database;
  readonly secrets: InstallationSecrets;
  readonly config: IdentityConfig;
  readonly log: FastifyBaseLogger;
}
