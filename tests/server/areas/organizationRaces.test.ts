import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { newId } from '../../../server/database/newId.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

/** Fifty at once; what became of each: `won`, or status and code. */
const fifty = (attempt: (turn: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: 50 }, (_, turn) =>
      attempt(turn)
        .then(() => 'won')
        .catch((error: { code: string; status: number }) => `${error.status} ${error.code}`),
    ),
  );
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]));

const people = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newId());
  await server.database.pool.query(
    `insert into users (id, first_name, last_name, user_name, role)
     select id, 'Race', 'Runner', id || '@race.example', 'User' from unnest($1::uuid[]) id`,
    [ids],
  );
  return ids;
};

describe('of fifty at once', () => {
  test('who create organizations with one subdomain one wins', async () => {
    const outcomes = await fifty(() =>
      client.organizations.create({ body: newOrganization({ subdomain: 'one-of-50' }) }),
    );
    expect(tally(outcomes)).toEqual({ won: 1, '409 E-ORG-SUBDOMAIN-TAKEN': 49 });
  });

  test('who change organizations to one subdomain one wins', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await client.organizations.create({ body: newOrganization() })).id),
    );
    const outcomes = await fifty((turn) =>
      client.organizations.update({ params: { id: ids[turn] ?? '' }, body: { subdomain: 'changed-by-50' } }),
    );
    expect(tally(outcomes)).toEqual({ won: 1, '409 E-ORG-SUBDOMAIN-TAKEN': 49 });
  });

  test('who save the same version one is saved, in body and in If-Match alike', async () => {
    const { id } = await client.organizations.create({ body: newOrganization() });
    const params = { id };
    const byBody = await fifty((turn) =>
      client.organizations.update({ params, body: { name: `Body ${turn}`, version: 1 } }),
    );
    expect(tally(byBody)).toEqual({ won: 1, '409 E-VERSION-CONFLICT': 49 });
    const byHeader = await fifty((turn) =>
      client.organizations.update({ params, body: { name: `Header ${turn}` } }, { ifMatch: 2 }),
    );
    expect(tally(byHeader)).toEqual({ won: 1, '412 E-PRECONDITION-FAILED': 49 });
    const winner = byHeader.indexOf('won');
    expect(await client.organizations.get({ params })).toMatchObject({ name: `Header ${winner}`, version: 3 });
  });

  test('who become the last user of a full plan one comes in, and after them nobody', async () => {
    const { id } = await client.organizations.create({ body: newOrganization() });
    const [first = '', second = '', ...others] = await people(52);
    const add = (userId: string) => client.organizations.addUser({ params: { id }, body: { userId } });
    await add(first);
    await add(second);
    const outcomes = await fifty((turn) => add(others[turn] ?? ''));
    expect(tally(outcomes)).toEqual({ won: 1, '409 E-ORG-USER-LIMIT': 49 });
    const { rowCount } = await server.database.pool.query(
      'select 1 from organization_users where organization_id = $1',
      [id],
    );
    expect(rowCount).toBe(3);
    // Nobody who was refused works there.
    const { rowCount: started } = await server.database.pool.query('select 1 from users where organization_id = $1', [
      id,
    ]);
    expect(started).toBe(3);
    expect(await refusal(add(others[outcomes.indexOf('won')] ?? ''))).toMatchObject({ code: 'E-USER-ASSIGNED' });
  });

  test('who lower the address limit of a service account none gets below the registered addresses', async () => {
    const { rows } = await server.database.pool.query<{ id: string; accountId: string }>(
      `select organization_id as id, id as "accountId" from service_accounts where cardinality(client_ip_addresses) = 2 limit 1`,
    );
    const params = rows[0] ?? { id: '', accountId: '' };
    const outcomes = await fifty((turn) =>
      client.organizations.setAddressLimit({ params, body: { count: turn % 2 === 0 ? 1 : 2 } }),
    );
    expect(tally(outcomes)).toEqual({ won: 25, '400 E-SERVICE-ACCOUNT-FLOOR': 25 });
    const { items } = await client.organizations.serviceAccounts({ params: { id: params.id } });
    expect(items.find(({ id }) => id === params.accountId)?.allowedAddressCount).toBe(2);
  });
});
