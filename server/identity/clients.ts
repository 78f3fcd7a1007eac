import { and, eq } from 'drizzle-orm';
import type { ClientMetadata } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { oidcClients } from '../database/schema/records.ts';
import type { IdentityConfig } from './identityConfig.ts';

export const webClientId = 'carepost-web';
export const commandLineClientId = 'carepost-cli';

/** The two programs of the product. Neither can keep a secret, so both prove themselves by PKCE. */
export const productClients = ({ publicUrl }: IdentityConfig): ClientMetadata[] => [
  {
    client_id: webClientId,
    client_name: 'carepost web application',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${publicUrl}/callback`, `${publicUrl}/silent.html`],
    post_logout_redirect_uris: [`${publicUrl}/account/login`],
  },
  {
    client_id: commandLineClientId,
    client_name: 'carepost command line',
    // Native is what lets the loopback address carry any port (RFC 8252 section 7.3).
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback'],
  },
];

/** Whether an id is that of the web application or of the command line. */
export const isProductClient = (clientId: string): boolean => [webClientId, commandLineClientId].includes(clientId);

/** A machine client as the provider wants it, if there is one that may sign in. */
export async function findMachineClient(
  database: Database,
  config: IdentityConfig,
  clientId: string,
): Promise<ClientMetadata | undefined> {
  if (clientId.includes('\u0000')) return undefined;
  const [client] = await database.db
    .select()
    .from(oidcClients)
    .where(and(eq(oidcClients.clientId, clientId), eq(oidcClients.isEnabled, true)));
  if (!client || (client.isDemo && !config.demo)) return undefined;
  const keys = client.jwks as { keys: Record<string, string>[] } | null;
  return {
    client_id: client.clientId,
    client_name: client.name,
    role: client.role,
    generation: client.generation,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    ...(keys
      ? { token_endpoint_auth_method: 'private_key_jwt', jwks: keys }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: client.secret ?? '' }),
  };
}
