import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../server/database/newId.ts';
import { api } from '../../../shared/contract/api.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { serverSetFields } from '../../../shared/contract/texts.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addAttachment, addMessages } from '../odata/messageRows.ts';

/** Quality AZ-3: an id of another organization, wherever an id can stand, is answered like one that does not exist. */

let running: TestApp;
let local = '';
let remote = '';
/** Records of the other organization by kind. */
const foreign: Record<string, string> = {};
const canary = 'CANARY-7c1f';

beforeAll(async () => {
  running = await startApp();
  const client = running.client('SysAdmin');
  const organization = async (name: string) =>
    (await client.organizations.create({ body: { name, subdomain: name.toLowerCase() } })).id;
  local = await organization('Own-Side');
  remote = await organization(`${canary}-Side`);
  const params = { id: remote };
  foreign['oid'] = (await client.carequality.addOid({ params, body: { value: `1.2.3.${canary}` } })).id;
  foreign['entry'] = (
    await client.carequality.upsertEntry({
      params,
      body: {
        responderType: 'DirectResponder',
        organizationId: '2.16.840.1.113883.3.555.1',
        displayName: `${canary} entry`,
        address: '1 Way',
        city: 'Boise',
        state: 'ID',
        zipCode: '83702',
      },
    })
  ).id;
  foreign['domain'] = (
    await client.organizations.addDomain({ params, body: { domain: `${canary.toLowerCase()}.example` } })
  ).id;
  foreign['faxAccount'] = (
    await client.fax.saveEfax({ body: { organizationId: remote, accountNumber: canary, displayName: canary } })
  ).id;
  const { pool } = running.database;
  foreign['account'] = newId();
  await pool.query('insert into service_accounts (id, organization_id, client_id) values ($1, $2, $3)', [
    foreign['account'],
    remote,
    `svc-${canary}`,
  ]);
  foreign['user'] = newId();
  await pool.query(
    `insert into users (id, first_name, last_name, user_name, role, organization_id) values ($1, 'A', 'B', $2, 'User', $3)`,
    [foreign['user'], `${canary.toLowerCase()}@example.org`, remote],
  );
  await pool.query('insert into organization_users (organization_id, user_id) values ($1, $2)', [
    remote,
    foreign['user'],
  ]);
});
afterAll(() => running.close());

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  caller: 'SysAdmin' | 'Administrator' = 'SysAdmin',
) =>
  running.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${running.as(caller)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

const everythingOfTheirs = async () => {
  const tables = [
    'organizations',
    'alternate_oids',
    'directory_entries',
    'organization_domains',
    'fax_accounts',
    'service_accounts',
    'organization_users',
    'saved_addresses',
    'document_sources',
  ];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const column = table === 'organizations' ? 'id' : 'organization_id';
      const { rows } = await running.database.pool.query<{ hash: string }>(
        `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${table} t where ${column} = $1`,
        [remote],
      );
      return `${table} ${rows[0]?.hash}`;
    }),
  );
  return counts;
};

const entryBody = (id: string) => ({
  id,
  responderType: 'DirectResponder',
  organizationId: '2.16.840.1.113883.3.555.2',
  displayName: 'Taken over',
  address: '1 Way',
  city: 'Boise',
  state: 'ID',
  zipCode: '83702',
});

/** Each call names one's own organization and, at the marked place, something of the other one. */
const substitutions: readonly [
  string,
  'POST' | 'PUT' | 'DELETE',
  (id: string) => string,
  string,
  ((id: string) => unknown)?,
][] = [
  ['delete an OID', 'DELETE', (id) => `/api/admin/organizations/${local}/oids/${id}`, 'oid'],
  ['change an OID', 'PUT', () => `/api/admin/organizations/${local}/oids`, 'oid', (id) => ({ id, value: '1.2.3.4' })],
  [
    'make an OID the default',
    'PUT',
    () => `/api/admin/organizations/${local}/oids`,
    'oid',
    (id) => ({ id, isDefault: true }),
  ],
  ['change a directory entry', 'PUT', () => `/api/admin/organizations/${local}/directoryentries`, 'entry', entryBody],
  ['remove a domain', 'DELETE', (id) => `/api/admin/organizations/${local}/domains/${id}`, 'domain'],
  ['remove a person', 'DELETE', (id) => `/api/admin/organizations/${local}/users/${id}`, 'user'],
  [
    'set allowed addresses',
    'PUT',
    (id) => `/api/organizations/${local}/serviceaccounts/${id}/ipaddresses/limit`,
    'account',
    () => ({ count: 9 }),
  ],
];

test.each(substitutions)(
  '%s of another organization is answered like an unknown id',
  async (_, method, url, kind, body) => {
    const before = await everythingOfTheirs();
    const id = foreign[kind] ?? '';
    const unknown = newId();
    const [refused, random] = await Promise.all([
      send(method, url(id), body?.(id)),
      send(method, url(unknown), body?.(unknown)),
    ]);
    const response = ({ statusCode, body: text }: typeof refused) => [
      statusCode,
      text.replace(/"correlationId":"[^"]*"/, ''),
    ];
    expect(refused.statusCode).toBe(404);
    expect(response(refused)).toEqual(response(random));
    expect(refused.body).not.toContain(canary);
    expect(await everythingOfTheirs()).toEqual(before);
  },
);

test('a fax number cannot be hung on the account of another organization', async () => {
  const before = await everythingOfTheirs();
  const number = (faxAccountId: string) =>
    send('POST', '/api/admin/documentsources', {
      organizationId: local,
      type: 'Fax',
      address: '5035550111',
      displayName: 'Fax',
      faxAccountId,
    });
  const refused = await number(foreign['faxAccount'] ?? '');
  const random = await number(newId());
  expect(refused.statusCode).toBe(400);
  expect(refused.body.replace(/"correlationId":"[^"]*"/, '')).toBe(random.body.replace(/"correlationId":"[^"]*"/, ''));
  expect(await everythingOfTheirs()).toEqual(before);
});

test('lists of one organization hold nothing of another', async () => {
  for (const path of [
    `/api/admin/organizations/${local}/oids`,
    `/api/admin/organizations/${local}/directoryentries`,
    `/api/admin/organizations/${local}/domains`,
    `/api/admin/organizations/${local}/faxaccounts`,
    `/api/admin/organizations/${local}/history`,
    `/api/admin/organizations/${local}/usage`,
    `/api/admin/organizations/${local}/impact`,
    `/api/admin/organizations/${local}/apicaptures`,
    `/api/admin/organizations/${local}/jobs`,
    `/api/admin/organizations/${local}/savedaddresses`,
    `/api/admin/organizations/${local}/admins`,
    `/api/organizations/${local}/serviceaccount`,
    `/api/admin/documentsources?organizationId=${local}`,
  ]) {
    const response = await send('GET', path);
    expect(response.statusCode, path).toBe(200);
    expect(response.body, path).not.toContain(canary);
  }
});

test('an administrator accepts only for the own organization: agreements of others are as good as unknown', async () => {
  const { pool } = running.database;
  const reseller = newId();
  await pool.query(`insert into resellers (id, name, type, url_code, color) values ($1, $2, 0, $3, '#ffffff')`, [
    reseller,
    canary,
    canary.toLowerCase(),
  ]);
  const refused = await send('POST', `/api/resellers/${reseller}/eula/accept`, undefined, 'Administrator');
  expect(refused.statusCode).toBe(404);
  expect(refused.body).not.toContain(canary);
  const { rows } = await pool.query('select * from reseller_acceptances where reseller_id = $1', [reseller]);
  expect(rows).toEqual([]);
});

test('settings are each person’s own', async () => {
  const path = '/api/users/current/preferences/organizations.views';
  expect((await send('PUT', path, { value: [canary] })).statusCode).toBe(200);
  expect((await send('GET', path, undefined, 'Administrator')).body).not.toContain(canary);
});

test('fields the server keeps cannot be set by sending them', async () => {
  const response = await send('PUT', `/api/organizations/${local}`, {
    isActivated: true,
    serviceAccountLimit: 999,
    createdBy: 'mallory',
    orgId: 1,
  });
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<ErrorBody>().modelState ?? {}).sort()).toEqual([
    'createdBy',
    'isActivated',
    'orgId',
    'serviceAccountLimit',
  ]);
  const record = (await send('GET', `/api/organizations/${local}`)).body;
  expect(JSON.parse(record)).toMatchObject({ isActivated: false, serviceAccountLimit: 0 });
  expect(record).not.toContain('mallory');
  expect((await send('PUT', `/api/organizations/${local}`, { isSysAdmin: true })).statusCode).toBe(400);
});

test('a new record takes no fields that the server sets: each is refused by its name', async () => {
  const serverSet = {
    id: newId(),
    isActivated: true,
    createdBy: 'mallory',
    createDate: '2020-01-01T00:00:00Z',
    version: 7,
  };
  const text = ['is not a field of this call: leave it out'];
  for (const [path, valid] of [
    ['/api/organizations', { name: `${canary} new`, subdomain: 'own-side-new' }],
    [`/api/admin/organizations/${local}/oids`, { value: '1.2.3.99' }],
    ['/api/resellers', { name: `${canary} reseller`, type: 0, urlCode: 'new-reseller', color: '#ffffff' }],
  ] as const) {
    const response = await send('POST', path, { ...valid, ...serverSet });
    expect([path, response.statusCode]).toEqual([path, 400]);
    expect(response.json<ErrorBody>().modelState, path).toEqual(
      Object.fromEntries(Object.keys(serverSet).map((field) => [field, text])),
    );
  }
  // Only a save, and the check of one, may send back what the server sets, and the spec's form of a fax source sends its derived type.
  const accepting = Object.entries(api).flatMap(([area, rows]) =>
    Object.entries<Endpoint>(rows).flatMap(([name, { method, body, readOnly }]) =>
      method !== 'PUT' && readOnly !== true && serverSetFields(body).length > 0 ? [`${area}.${name}`] : [],
    ),
  );
  expect(accepting).toEqual(['documentsources.create']);
});

test('content of messages of another organization is answered like that of an unknown message', async () => {
  const [message = 0] = await addMessages(running.database, [{ organizationId: remote, subject: canary }]);
  const attachment = await addAttachment(running.database, message, `${canary}.txt`, 'text/plain');
  const paths = (id: number, attId: number) =>
    [
      ['GET', `/api/messages/${id}`],
      ['GET', `/api/messages/${id}/attachments/${attId}`],
      ['GET', `/api/messages/${id}/attachments/${attId}/patient`],
      ['PUT', `/api/messages/${id}/attachments/${attId}/convert?type=PDF`],
      ['PUT', `/api/messages/${id}/attachments/${attId}/generatePreview`],
    ] as const;
  const unknown = paths(999_999_999, 999_999_999);
  for (const [index, [method, path]] of paths(message, attachment).entries()) {
    const refused = await send(method, path, undefined, 'Administrator');
    const random = await send(method, unknown[index]?.[1] ?? '', undefined, 'Administrator');
    const text = (body: string) => body.replace(/"correlationId":"[^"]*"/, '');
    expect([refused.statusCode, text(refused.body)], path).toEqual([404, text(random.body)]);
    expect(refused.body).not.toContain(canary);
    // Platform administrators name a reason.
    const withoutReason = await send(method, path);
    expect([withoutReason.statusCode, withoutReason.json<{ code: string }>().code], path).toEqual([
      400,
      'E-REASON-REQUIRED',
    ]);
  }
});
