import { api } from '../../../shared/contract/api.ts';
import { formOf } from '../../../shared/client/form.ts';
import type { Area, Endpoint, Role } from '../../../shared/contract/endpoint.ts';
import type { TestApp } from '../../support/startApp.ts';
import { agreementFile } from '../areas/termsBuilders.ts';
import { bulkCalls, bulkRecords } from './bulkRecords.ts';
import { messageCalls, messageRecords } from './messageRecords.ts';
import { networkCalls, networkRecords } from './networkRecords.ts';
import { peopleCalls, peopleRecords } from './peopleRecords.ts';
import { proofingCalls, proofingRecords } from './proofingRecords.ts';
import { registrationCalls, registrationRecords } from './registrationRecords.ts';
import { subscriptionCalls, subscriptionRecords } from './subscriptionRecords.ts';
import { termsCalls, termsRecords } from './termsRecords.ts';
import { identityDocument, userCalls, userRecords } from './userRecords.ts';

/**
 * Sending comes first, while its address and organization are still in use, and an identity with its document, while the administrator works in
 * the organization that has to send them; deleting last, so that the others find their records.
 */
const beforeChange = new Set([
  '/api/idproofing/legacy/acknowledge',
  '/api/idproofing/legacy/identity',
  '/api/idproofing/manual',
]);
const turnOf = ({ method, path }: Endpoint): number =>
  method === 'DELETE'
    ? 2
    : method === 'POST' && (path.startsWith('/api/admin/messages') || beforeChange.has(path))
      ? 0
      : 1;

/** Every row of the contract. */
export const rows = Object.values(api)
  .flatMap((area: Area) => Object.values(area))
  .sort((a, b) => turnOf(a) - turnOf(b));

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Fixture {
  readonly knownIds: readonly string[];
  readonly ownOrganizations: readonly string[];
  /** Somebody who belongs to no organization yet. */
  readonly newcomer: string;
  /** Records that exist, so that calls get further than "not found": the parameters of a row, often. */
  readonly existing: Readonly<Record<string, readonly Record<string, string>[]>>;
}

/** What calls can be about: ids of the demo data and records of every kind. */
export async function openWorld(running: TestApp): Promise<Fixture> {
  const sysAdmin = running.client('SysAdmin');
  const [organizations, networks, resellers, plans, brands] = await Promise.all([
    sysAdmin.organizations.list({ query: { pageSize: 40 } }),
    sysAdmin.networks.list(),
    sysAdmin.resellers.list(),
    sysAdmin.plans.list(),
    sysAdmin.brands.list(),
  ]);
  const { rows: accounts } = await running.database.pool.query<Record<string, string>>(
    'select organization_id as id, id as "accountId" from service_accounts',
  );
  const { rows: people } = await running.database.pool.query<Record<string, string>>(
    'select organization_id as id, user_id as "userId" from organization_users',
  );
  // A card that is over at the payment provider keeps its organization canceled.
  const { rows: cancelling } = await running.database.pool.query<Record<string, string>>(
    `select id from organizations where cancel_at > now()
     and not exists (select from subscription_payments where organization_id = organizations.id)`,
  );
  const { rows: oids } = await running.database.pool.query<Record<string, string>>(
    'select organization_id as id, id as "oidId" from alternate_oids',
  );
  const { rows: own } = await running.database.pool.query<{ id: string }>(
    `select organization_users.organization_id as id from organization_users join users on users.id = user_id where user_name = 'admin@carepost.example'`,
  );
  const ownOrganizations = own.map(({ id }) => id);
  const { rows: users } = await running.database.pool.query<{ id: string }>(
    // Not those who make the calls: a call may disable or delete any user.
    'select id from users where not is_demo limit 40',
  );
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => ({ id }));
  const newcomer =
    (await running.database.pool.query<{ id: string }>(`select id from users where role = 'SysAdmin' limit 1`)).rows[0]
      ?.id ?? '';
  const existing: Record<string, Record<string, string>[]> = {
    '/api/resellers/{id}': idsOf(resellers),
    '/api/organizations/{id}/clearcancel': cancelling,
    '/api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit': accounts,
    '/api/admin/organizations/{id}/users/{userId}': people,
    '/api/admin/organizations/{id}/oids': oids,
    '/api/admin/organizations/{id}/oids/{oidId}': oids,
    ...(await addressIds(running)),
    ...(await termsRecords(running)),
    ...(await networkRecords(running)),
    ...(await bulkRecords(running)),
    ...(await messageRecords(running)),
    ...(await userRecords(running)),
    ...(await registrationRecords(running)),
    ...(await peopleRecords(running, ownOrganizations)),
    ...(await subscriptionRecords(running)),
    ...(await proofingRecords(running, ownOrganizations)),
    organizations: idsOf(organizations),
  };
  const lookups: { items: readonly { id: string }[] }[] = [organizations, networks, resellers, plans, brands];
  const knownIds = [...lookups.flatMap(({ items }) => items), ...users].map(({ id }) => id);
  return { knownIds, ownOrganizations, newcomer, existing };
}

/** Document sources, fax accounts and domains by the rows that take them. */
async function addressIds({ database }: TestApp) {
  const match = async (text: string) => (await database.pool.query<Record<string, string>>(text)).rows;
  return {
    '/api/admin/documentsources/{id}': await match('select id from document_sources'),
    '/api/admin/documentsources/activate/{id}': await match('select id from document_sources where status = 1'),
    '/api/admin/documentsources/{id}/faxstatus': await match(
      `select id from document_sources where type = 'Fax' and status = 1`,
    ),
    '/api/efax/account/kno2/{id}': await match(`select id from fax_accounts where kind = 'efax'`),
    '/api/westfax/account/{id}': await match(`select id from fax_accounts where kind = 'westfax' and is_enabled`),
    '/api/westfax/account/{id}/sync': await match(`select id from fax_accounts where kind = 'westfax' and is_enabled`),
    '/api/westfax/account/{id}/{number}': await match(
      `select a.id, d.address as number from document_sources d join fax_accounts a on a.id = d.fax_account_id where a.kind = 'westfax'`,
    ),
    '/api/admin/organizations/{id}/domains/{domainId}': await match(
      'select organization_id as id, id as "domainId" from organization_domains',
    ),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const addressOf = (row: Endpoint, { params, query }: Input) => {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(asRecord(params)[name] ?? 'missing');
    return encodeURIComponent(text.isWellFormed() ? text : 'lone-surrogate') || '%20';
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asRecord(query))) search.append(name, textOf(value));
  return `${path}?${search.toString()}`;
};

/** Calls that succeed for sure, where chance alone might not find one. */
export const certain = (row: Endpoint, { existing, newcomer, ownOrganizations }: Fixture): [Input][] => {
  const params = existing[row.path]?.[0] ?? existing['organizations']?.[0];
  const bodies: Record<string, unknown> = {
    'POST /api/admin/connections': {
      name: 'random',
      organizationId: existing['organizations']?.[0]?.['id'],
      issuer: 'https://login.example',
      clientId: 'random',
    },
    'POST /api/admin/documentsources': {
      organizationId: existing['organizations']?.[0]?.['id'],
      type: 'Fax',
      address: '603-555-0143',
      displayName: 'Random fax',
    },
    'PUT /api/admin/documentsources/{id}': { displayName: 'Random name' },
    'PUT /api/admin/documentsources/{id}/faxstatus': { status: 1 },
    'PUT /api/efax/account/kno2': {
      organizationId: existing['organizations']?.[0]?.['id'],
      accountNumber: 'E-RANDOM',
      displayName: 'Random account',
    },
    'PUT /api/westfax/account': {
      organizationId: existing['organizations']?.[0]?.['id'],
      accountNumber: 'W-RANDOM',
      displayName: 'Random account',
    },
    'POST /api/westfax/account/{id}': { number: '603-555-0144', displayName: 'Random fax' },
    'POST /api/admin/organizations/{id}/domains': { domain: 'random.example.org' },
    'PUT /api/admin/organizations/{id}/savedaddresses': {
      items: [{ address: 'ann@direct.partner.example', displayName: 'Ann' }],
    },
    'POST /api/organizations': { name: 'Random Clinic', subdomain: 'random-clinic' },
    'PUT /api/organizations/{id}': { name: 'Random Clinic' },
    'PUT /api/organizations/{id}/activate': { activated: true },
    'PUT /api/organizations/{id}/serviceaccount/limit': { count: 9 },
    'PUT /api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit': { count: 900 },
    'POST /api/admin/organizations/{id}/oids': { value: '1.2.840.113619.77' },
    'POST /api/account/change': { orgId: ownOrganizations[0] },
    'POST /api/admin/organizations/{id}/users': { userId: newcomer },
    'PUT /api/admin/organizations/{id}/oids': { id: params?.['oidId'], isDefault: true },
    'PUT /api/admin/organizationspecialties': { id: params?.['id'], name: 'Random name' },
    'PUT /api/admin/organizations/{id}/directoryentries': {
      responderType: 'DirectResponder',
      organizationId: '2.16.840.1.113883.19.5.77',
      displayName: 'Random Clinic',
      address: '1 Main Street',
      city: 'Phoenix',
      state: 'AZ',
      zipCode: '85001',
    },
    'POST /api/admin/organizations/{id}/directoryentries/sync': { oids: ['2.16.840.1.113883.19.5.9100.1'] },
  };
  const name = `${row.method} ${row.path}`;
  const organizationId = existing['organizations']?.[0]?.['id'] ?? '';
  const calls: Readonly<Record<string, { params?: unknown; body?: unknown; query?: unknown }>> = {
    ...termsCalls,
    ...networkCalls({ organizationId }),
    ...bulkCalls,
    ...messageCalls(existing),
    ...userCalls(existing, organizationId),
    ...subscriptionCalls(existing),
    ...registrationCalls(existing),
    ...peopleCalls,
    ...proofingCalls(existing),
    'POST /api/organizations/{id}/clearcancel': {},
    'PUT /api/organizations/{id}/apicapture': { body: { enabled: true } },
    'PUT /api/organizations/{id}/enable': { body: { enabled: true } },
    'GET /api/admin/organizations/npi': { query: { npiNumber: '1234567893' } },
    'GET /api/admin/documentsources/exists': { query: { val: 'ann@direct.partner.example' } },
  };
  const { params: ownParams = params, body = bodies[name], query } = calls[name] ?? {};
  const isRead = row.method === 'GET';
  return body === undefined && row.body !== undefined && !calls[name] && !isRead
    ? []
    : [[{ params: ownParams, query: query ?? (isRead ? {} : query), body }]];
};

/** Only people with organizations can change between them, accept for them and see their colleagues; users ask their administrators. */
export const callerOf = ({ path, access }: Endpoint): Role => {
  if (access.length === 1 && access[0] === 'User') return 'User';
  return path === '/api/account/change' ||
    (path.startsWith('/api/users/{id}') && !path.endsWith('/verifycode')) ||
    (typeof access !== 'string' && !access.includes('SysAdmin'))
    ? 'Administrator'
    : 'SysAdmin';
};

/** Content of messages is shown to platform administrators for a reason only. */
const reasonFor = ({ errors }: Endpoint): Record<string, string> =>
  errors.includes('E-REASON-REQUIRED') ? { 'x-request-reason': 'Random calls' } : {};

/** The body as it goes out: JSON, or a form where the row needs a file. */
export const sent = (row: Endpoint, { body }: Input) => {
  const { upload } = row;
  const reason = reasonFor(row);
  if (upload?.file === 'required') {
    const { bytes, contentType } = formOf(upload.part, body, [
      row.path.includes('/idproof') ? identityDocument : agreementFile(),
    ]);
    return { headers: { ...reason, 'content-type': contentType }, payload: Buffer.from(bytes) };
  }
  return body === undefined
    ? { headers: reason }
    : { headers: { ...reason, 'content-type': 'application/json' }, payload: JSON.stringify(body) };
};
