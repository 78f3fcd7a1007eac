import { eq } from 'drizzle-orm';
import type { Role } from '../../../shared/contract/endpoint.ts';
import { isSystemAdministrator } from '../../../shared/rules/landing.ts';
import type { Actor } from '../../http/context.ts';
import { currentOrganization } from '../../database/currentOrganization.ts';
import type { Database } from '../../database/openDatabase.ts';
import { oidcClients } from '../../database/schema/records.ts';
import { asRole, roleWhereWorking, uuidPattern } from '../accounts.ts';
import type { IdentityConfig } from '../identityConfig.ts';

interface Row {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly isDemo: boolean;
  readonly organizationId: string | null;
  readonly administersOrganization: boolean | null;
  readonly networkId: string | null;
  readonly allowedAddresses: string[] | null;
  /** Login ability of the organization; null without one. */
  readonly organizationIsEnabled: boolean | null;
  /** Of a session of the web application. */
  readonly lastActionAt: Date | null;
}

/** Named, so that each connection plans it once: it runs before every call, and two index look-ups take less time than their plan. */
const ofUser = {
  name: 'actor of a user',
  text: `select u.first_name as "firstName", u.last_name as "lastName", u.role, u.is_demo as "isDemo", o.id as "organizationId",
      u.network_id as "networkId", o.allowed_ip_addresses as "allowedAddresses",
      o.is_enabled as "organizationIsEnabled", m.is_administrator as "administersOrganization", g.active_at as "lastActionAt"
    from users u left join organizations o on o.id = ${currentOrganization('u')}
      left join organization_users m on m.organization_id = o.id and m.user_id = u.id
      left join oidc_payloads g on g.model = 'Grant' and g.id = $2 and g.expires_at > $3::timestamptz
    where u.id = $1 and u.is_enabled and ($2::text is null or g.id is not null)`,
};

/**
 * The user, unless disabled, removed, of an organization with login disabled, or signed out (then the grant of the token no longer exists). Nothing here is cached: a call that begins after
 * a revocation was committed is refused, whichever process committed it (quality AZ-5).
 */
export async function findUserActor(
  { pool }: Pick<Database, 'pool'>,
  config: IdentityConfig,
  { id, grant }: { readonly id: string; readonly grant: string | null },
): Promise<Actor | undefined> {
  if (!uuidPattern.test(id)) return undefined;
  const { rows } = await pool.query<Row>({ ...ofUser, values: [id, grant, new Date()] });
  const [row] = rows;
  const role = row && roleWhereWorking(row);
  if (!row || !role || (row.isDemo && !config.demo)) return undefined;
  if (row.organizationIsEnabled === false && !isSystemAdministrator([role])) return undefined;
  return actorOf(row, { id, grant, role });
}

const actorOf = (row: Row, { id, grant, role }: { id: string; grant: string | null; role: Role }): Actor => ({
  kind: 'user',
  id,
  name: `${row.firstName} ${row.lastName}`.trim(),
  role,
  organizationId: row.organizationId,
  networkId: row.networkId,
  ...(grant === null ? {} : { session: grant }),
  ...(row.lastActionAt === null ? {} : { lastActionAt: row.lastActionAt }),
  ...(row.allowedAddresses?.length ? { allowedAddresses: row.allowedAddresses } : {}),
});

export async function findClientActor(
  database: Database,
  config: IdentityConfig,
  { id: clientId, generation }: { readonly id: string; readonly generation: unknown },
): Promise<Actor | undefined> {
  const [client] = await database.db.select().from(oidcClients).where(eq(oidcClients.clientId, clientId));
  const role = asRole(client?.role);
  if (!client?.isEnabled || client.generation !== generation || !role || (client.isDemo && !config.demo))
    return undefined;
  return { kind: 'client', id: client.clientId, name: client.name, role, organizationId: null, networkId: null };
}
