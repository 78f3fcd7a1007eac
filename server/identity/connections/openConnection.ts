import { and, eq } from 'drizzle-orm';
import { allowInsecureRequests, type Configuration, discovery } from 'openid-client';
import { ssoConnections } from '../../database/schema/signIn.ts';
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

/** What the other provider says of itself, asked again every ten minutes and after each failure. */
export function openConnection(connection: Connection, config: IdentityConfig): Promise<Configuration> {
  const key = JSON.stringify([connection.issuer, connection.clientId, connection.clientSecret]);
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.configuration;
  const configuration = discover(connection, config);
  kept.set(key, { until: Date.now() + keptForMs, configuration });
  configuration.catch(() => kept.delete(key));
  return configuration;
}

function discover({ issuer, clientId, clientSecret }: Connection, config: IdentityConfig): Promise<Configuration> {
  return discovery(new URL(issuer), clientId, clientSecret ?? undefined, undefined, {
    timeout: timeoutSeconds,
    // Plain http serves trials on one machine; in production the other provider must speak https.
    execute: config.production ? [] : [allowInsecureRequests],
  });
}

export const callbackAddress = ({ publicUrl }: IdentityConfig): string => `${publicUrl}/oidc-sso/callback`;
