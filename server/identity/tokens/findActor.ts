import { and, eq, gt, sql } from 'drizzle-orm';
import type { Actor } from '../../http/context.ts';
import type { Database } from '../../database/openDatabase.ts';
import { oidcClients, oidcPayloads } from '../../database/schema/records.ts';
import { asRole, findAccountById, workplaceOf } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';

/** The person, unless disabled or removed, or signed out: then the grant behind the token is gone. */
export async function findUserActor(
  database: Database,
  config: IdentityConfig,
  [id, grant]: readonly [string, string | null],
): Promise<Actor | undefined> {
  const [account, isGranted] = await Promise.all([
    findAccountById(database, config, id),
    grant === null ? true : hasGrant(database, grant),
  ]);
  if (!account?.maySignIn || !isGranted) return undefined;
  return { kind: 'user', id, name: account.name, role: account.role, ...workplaceOf(account) };
}

async function hasGrant(database: Database, grant: string): Promise<boolean> {
  const rows = await database.db
    .select({ found: sql`1` })
    .from(oidcPayloads)
    .where(
      and(
        eq(oidcPayloads.model, 'Grant'),
        eq(oidcPayloads.id, grant),
        gt(oidcPayloads.expiresAt, sql`${new Date()}::timestamptz`),
      ),
    );
  return rows.length > 0;
}

export async function findClientActor(
  database: Database,
  config: IdentityConfig,
  clientId: string,
): Promise<Actor | undefined> {
  const [client] = await database.db.select().from(oidcClients).where(eq(oidcClients.clientId, clientId));
  const role = asRole(client?.role);
  if (!client?.isEnabled || !role || (client.isDemo && config.production)) return undefined;
  return { kind: 'client', id: client.clientId, name: client.name, role, organizationId: null, networkId: null };
}
