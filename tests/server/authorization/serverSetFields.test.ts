import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { serverSetFields } from '../../../shared/contract/texts.ts';
import { allOrSome } from '../../support/isHard.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import {
  addressOf,
  asRecord,
  callerOf,
  certain,
  type Fixture,
  type Input,
  openWorld,
  rows,
} from './contractFixture.ts';

/** Quality AZ-4: fields that the server sets cannot be set, and a caller sees that they cannot. */

let running: TestApp;
let fixture: Fixture;
beforeAll(async () => {
  running = await startApp();
  fixture = await openWorld(running);
});
afterAll(() => running.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const writes = rows.filter(({ method }) => method === 'PUT');
const withServerSet = writes.filter(({ body }) => serverSetFields(body).length > 0);

const send = (row: Endpoint, params: unknown, body: unknown) =>
  running.app.inject({
    method: row.method,
    url: addressOf(row, { params, query: undefined, body }),
    headers: { authorization: `Bearer ${running.as(callerOf(row))}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

interface Stored {
  readonly params: Readonly<Record<string, string>>;
  readonly record: Readonly<Record<string, unknown>>;
}

const read = async (url: string) => {
  const caller = url.startsWith('/api/users') ? 'Administrator' : 'SysAdmin';
  const response = await running.app.inject({ url, headers: { authorization: `Bearer ${running.as(caller)}` } });
  expect(response.statusCode, url).toBe(200);
  return response.json<Record<string, unknown>>();
};
const first = async (url: string): Promise<Record<string, unknown>> => {
  const { items, users } = await read(url);
  const [one] = (items ?? users) as Record<string, unknown>[];
  if (!one) throw new Error(`${url} lists nothing.`);
  return one;
};

/** A record of each row as the API delivers it. */
const records: Readonly<Record<string, () => Promise<Stored>>> = {
  'PUT /api/organizations/{id}': () => byId('/api/organizations'),
  'PUT /api/networks/{id}': () => byId('/api/networks'),
  'PUT /api/resellers/{id}': () => byId('/api/resellers'),
  'PUT /api/admin/plans/{id}': () => byId('/api/admin/plans'),
  'PUT /api/admin/brands/{id}': () => byId('/api/admin/brands'),
  'PUT /api/admin/organizationspecialties': () => byId('/api/admin/organizationspecialties'),
  'PUT /api/admin/apps/{id}': () => byId('/api/admin/apps'),
  'PUT /api/reservedwords/{id}': () => byId('/api/reservedwords'),
  'PUT /api/admin/emergencies': () => byId('/api/admin/emergencies'),
  'PUT /api/admin/integrations/whitelist/{id}': () => byId('/api/admin/integrations/whitelist'),
  'PUT /api/admin/connections/{id}': () => byId('/api/admin/connections'),
  'PUT /api/webhooks': () => byId('/api/webhooks'),
  'PUT /api/admin/documentsources/{id}': () => byId('/api/admin/documentsources'),
  'PUT /api/admin/users/{id}': () => byId('/api/admin/users'),
  'PUT /api/users/{id}': () => byId('/api/users'),
  'PUT /api/admin/organizations/{id}/oids': () => ofOrganization('oids', 'alternate_oids'),
  'PUT /api/admin/organizations/{id}/directoryentries': () => ofOrganization('directoryentries', 'directory_entries'),
};
const byId = async (list: string): Promise<Stored> => {
  const id = String((await first(list))['id']);
  return { params: { id }, record: await read(`${list}/${id}`) };
};
const ofOrganization = async (part: string, table: string): Promise<Stored> => {
  const { rows: owners } = await running.database.pool.query<{ id: string }>(
    `select t.organization_id as id from ${table} t join organizations o on o.id = t.organization_id order by o.org_id limit 1`,
  );
  const id = owners[0]?.id ?? '';
  return { params: { id }, record: await first(`/api/admin/organizations/${id}/${part}`) };
};

/** Of the same kind, so that only its being set by the server is wrong with it. */
const otherThan = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...(value as unknown[]), 'mallory'];
  if (typeof value === 'object' && value !== null) return { ...value, name: 'mallory' };
  return 'mallory';
};

test('the table has a record of every PUT with fields that the server sets', () => {
  expect(Object.keys(records).sort()).toEqual(withServerSet.map(nameOf).sort());
});

describe.each(allOrSome(withServerSet, withServerSet.length / 4).map((row) => [nameOf(row), row] as const))(
  '%s',
  { tags: ['scaled'] },
  (name, row) => {
    const load = async () => {
      const stored = records[name];
      if (!stored) throw new Error(`${name} has no record`);
      return stored();
    };

    test('takes the whole record back', async () => {
      const { params, record } = await load();
      const response = await send(row, params, record);
      expect(response.statusCode, response.body).toBe(200);
    });

    test('refuses each of them with another value by its name and changes nothing', async () => {
      const { params, record } = await load();
      for (const field of serverSetFields(row.body)) {
        const { version: _version, ...rest } = record;
        const response = await send(row, params, { ...rest, [field]: otherThan(record[field]) });
        expect(response.statusCode, `${field}: ${response.body}`).toBe(400);
        expect(response.json<ErrorBody>().modelState, field).toEqual({
          [field]: [expect.stringContaining('is set by the server')],
        });
      }
      expect((await load()).record).toEqual(record);
    });

    test('a stale version is a conflict, whatever else is stale', async () => {
      const { params, record } = await load();
      const [field = ''] = serverSetFields(row.body);
      const response = await send(row, params, { ...record, [field]: otherThan(record[field]), version: 999_999 });
      expect([response.statusCode, response.json<ErrorBody>().code]).toEqual([409, 'E-VERSION-CONFLICT']);
    });
  },
);

const forbidden = [
  'isSysAdmin',
  'roleName',
  'role',
  'organizationId',
  'isActivated',
  'tierCode',
  'orgIsIdProofed',
  'createdBy',
  'modifiedBy',
  'createDate',
  'userId',
  'actorId',
  '__proto__x',
];

test('every PUT refuses fields that its body does not name', { tags: ['scaled'] }, async () => {
  for (const row of allOrSome(writes, writes.length / 4)) {
    const [[input] = []] = certain(row, fixture);
    const known: Input = input ?? { params: fixture.existing[row.path]?.[0] ?? {}, query: {}, body: {} };
    const writable = row.body instanceof z.ZodObject ? Object.keys(row.body.shape) : [];
    for (const field of forbidden.filter((one) => !writable.includes(one))) {
      const response = await send(row, known.params, { ...asRecord(known.body), [field]: true });
      // A form is required there; JSON is refused as such.
      if (row.upload?.file === 'required' && response.statusCode === 415) continue;
      expect([response.statusCode, response.json<ErrorBody>().code], `${nameOf(row)} ${field}`).toEqual([
        400,
        'E-REQUEST-INVALID',
      ]);
    }
  }
});

test('the typed client leaves the fields out, so that a stale number does not refuse a save', async () => {
  const client = running.client('SysAdmin');
  const { record } = await byId('/api/admin/brands');
  const id = String(record['id']);
  const { appUrl, version } = await client.brands.get({ params: { id } });
  const body = { appUrl, version, organizationCount: 999_999 };
  expect(await client.brands.update({ params: { id }, body })).toMatchObject({
    organizationCount: record['organizationCount'],
  });
});
