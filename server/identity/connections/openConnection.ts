import { and, eq } from 'drizzle-orm';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  None,
} from 'openid-client';
import { ssoConnections } from '../../database/schema/signIn.ts';
import { guardedFetch } from '../../jobs/guardedFetch.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import type { LoginServices } from '../loginServices.ts';

export type Connection = typeof ssoConnections.$inferSelect;

/** The enabled connection of this name, its client secret in clear. */
export async function findConnection(
  { database, secrets }: Pick<LoginServices, 'database' | 'secrets'>,
  name: string,
): Promise<Connection | undefined> {
  const [connection] = await database.db
    .select()
    .from(ssoConnections)
    .where(and(eq(ssoConnections.name, name), eq(ssoConnections.isEnabled, true)));
  if (!connection?.clientSecret) return connection;
  return { ...connection, clientSecret: await secrets.openConnectionSecret(name, connection.clientSecret) };
}

const keptForMs = 10 * 60_000;
const timeoutSeconds = 5;
const kept = new Map<string, { readonly until: number; readonly configuration: Promise<Configuration> }>();

/** What the other provider says of itself, asked again every ten minutes, after each failure and after a change of the connection. */
export function openConnection(connection: Connection, config: IdentityConfig): Promise<Configuration> {
  const key = JSON.stringify([connection.issuer, connection.clientId, connection.clientSecret]);
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.configuration;
  const configuration = discoverProvider(connection, config);
  kept.set(key, { until: Date.now() + keptForMs, configuration });
  configuration.catch(() => kept.delete(key));
  return configuration;
}

/** The provider of a connection, with the client authentication that it supports. */
export async function discoverProvider(
  { issuer, clientId, clientSecret }: Pick<Connection, 'issuer' | 'clientId' | 'clientSecret'>,
  config: Pick<IdentityConfig, 'production' | 'sso'>,
  send = guardedFetch(config.sso),
): Promise<Configuration> {
  const found = await discovery(new URL(issuer), clientId, undefined, None(), {
    [customFetch]: send,
    timeout: timeoutSeconds,
    // Plain http serves trials on one machine; in production the other provider must speak https.
    execute: config.production ? [] : [allowInsecureRequests],
  });
  if (clientSecret === null) return found;
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_post'] } = found.serverMetadata();
  const authentication = methods.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
  const configuration = new Configuration(found.serverMetadata(), clientId, undefined, authentication(clientSecret));
  configuration[customFetch] = send;
  configuration.timeout = timeoutSeconds;
  if (!config.production) allowInsecureRequests(configuration);
  return configuration;
}

export const callbackAddress = ({ publicUrl }: Pick<IdentityConfig, 'publicUrl'>): string =>
  `${publicUrl}/oidc-sso/callback`;
