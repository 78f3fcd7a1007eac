import { randomUUID } from 'node:crypto';
import { makeRoomForPeople } from '../../support/roomForPeople.ts';
import type { TestApp } from '../../support/startApp.ts';

type Ids = Record<string, string>[];

const application = 'carepost-cli';

/** People of every organization of the administrator who makes the calls: a call may change which one it works in. */
export async function peopleRecords(running: TestApp, organizations: readonly string[]): Promise<Record<string, Ids>> {
  const { users } = running.client('SysAdmin');
  const { pool } = running.database;
  await makeRoomForPeople(running);
  const [organizationId = '', ...others] = organizations;
  const add = async (name: string) => {
    const userDetails = { firstName: name, lastName: 'Spare', userName: `${name.toLowerCase()}@people.example` };
    const { id } = await users.create({ body: { userDetails, organizationId, emailCreatePassword: true } });
    for (const other of others) await users.assign({ body: { userId: id, organizationId: other } });
    return { id };
  };
  const [removed, shown] = [await add('Removed'), await add('Colleague')];
  const grant = { accountId: shown.id, clientId: application };
  await pool.query(
    `insert into oidc_payloads (model, id, payload, expires_at) values ('Grant', $1, $2, now() + interval '1 day')`,
    [randomUUID(), grant],
  );
  const parts = [
    '/rules',
    '/authenticators',
    '/enable',
    '/requests',
    '/events',
    '/events/signatures',
    '/documentsources',
    '/intakerules',
  ];
  return {
    '/api/users/{id}': [removed],
    ...Object.fromEntries(parts.map((part) => [`/api/users/{id}${part}`, [shown]])),
    '/api/users/{id}/applications/{appId}': [{ ...shown, appId: application }],
  };
}

/** Inputs that are accepted for sure. */
export const peopleCalls = {
  'POST /api/users': { body: { firstName: 'Random', lastName: 'Person', userName: 'random@people.example' } },
  'POST /api/users/find': { query: { username: 'somebody@people.example' } },
  'PUT /api/users/{id}': { body: { jobTitle: 'Physician' } },
  'DELETE /api/users/{id}': {},
  'POST /api/users/{id}/enable': {},
  'DELETE /api/users/{id}/authenticators': {},
  'DELETE /api/users/{id}/applications/{appId}': {},
  'PUT /api/users/{id}/documentsources': { body: { assignments: [] } },
  'PUT /api/users/{id}/intakerules': { body: { assignments: [] } },
};
