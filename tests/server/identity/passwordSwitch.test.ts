import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../shared/contract/endpoint.ts';
import { organizationUsers } from '../../../server/database/schema/people.ts';
import { Browser, type Page } from './browser.ts';
import { addOrganization as insertOrganization, addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, type Person, signIn, whoIs } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

const addOrganization = (passwordSignIn: boolean) => insertOrganization(server.database, passwordSignIn);

const addPerson = (organizationId: string | null, role: Role = 'User') =>
  addUser(server.database, { role, ...(organizationId === null ? {} : { organizationId }) });

async function attempt({ userName, password }: Person): Promise<Page> {
  const browser = new Browser(server.app, server.origin);
  const page = await browser.follow(authorization(server.origin).address);
  return browser.submit(page, { userName, password });
}

const isSignedIn = (page: Page) => codeOf(page) !== '';

/** What a caller sees of an answer; the time of day and the random id of the call alone may differ. */
const seen = ({ status, text, headers }: Page) => {
  const { date: _date, 'x-correlation-id': _id, ...others } = headers;
  return { status, text, headers: others };
};

describe('where an organization has switched password sign-in off', () => {
  test('its people get the bytes of a wrong password, and the audit row says why', async () => {
    const user = await addPerson(await addOrganization(false));
    const stranger = { userName: `nobody-${randomUUID()}@example.org`, password: 'wrong' };
    const refused = await attempt(user);
    expect(isSignedIn(refused)).toBe(false);
    expect(seen(refused)).toEqual(seen(await attempt(stranger)));
    const { rows } = await server.database.pool.query<{ action: string; changes: object }>(
      'select action, changes from audit_entries where target_id = $1',
      [user.id],
    );
    expect(rows).toMatchObject([
      { action: 'identity.signInFailed', changes: { passwordSignIn: { before: null, after: 'off' } } },
    ]);
  });

  test('the attempts count towards the lock like all others, so that nothing tells them apart', async () => {
    const user = await addPerson(await addOrganization(false));
    for (const _ of [1, 2, 3]) await attempt(user);
    const { rows } = await server.database.pool.query<{ action: string }>(
      'select action from audit_entries where target_id = $1 order by id',
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'identity.signInFailed',
      'identity.signInFailed',
      'identity.signInFailed',
      'identity.locked',
    ]);
  });

  test('nobody gets round it by another organization of theirs', async () => {
    const [strict, open] = [await addOrganization(false), await addOrganization(true)];
    const user = await addPerson(open);
    expect(isSignedIn(await attempt(user))).toBe(true);
    await server.database.db.insert(organizationUsers).values({ organizationId: strict, userId: user.id });
    expect(isSignedIn(await attempt(user))).toBe(false);
  });

  test.each(['SysAdmin', 'SysAdminReporting'] as const)('a %s of it signs in all the same', async (role) => {
    const user = await addPerson(await addOrganization(false), role);
    expect(isSignedIn(await attempt(user))).toBe(true);
  });

  test('whoever is signed in already stays, and signs in anew when it is switched on again', async () => {
    const organizationId = await addOrganization(true);
    const user = await addPerson(organizationId);
    const { tokens } = await signIn(server, user);
    const set = (passwordSignIn: boolean) =>
      server.database.pool.query('update organizations set password_sign_in = $1 where id = $2', [
        passwordSignIn,
        organizationId,
      ]);
    await set(false);
    expect((await whoIs(server, tokens.access_token)).status).toBe(200);
    expect(isSignedIn(await attempt(user))).toBe(false);
    await set(true);
    expect(isSignedIn(await attempt(user))).toBe(true);
  });
});

test('people of other organizations and of none sign in by password', async () => {
  for (const organizationId of [await addOrganization(true), null]) {
    expect(isSignedIn(await attempt(await addPerson(organizationId)))).toBe(true);
  }
});
