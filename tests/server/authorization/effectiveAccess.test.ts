import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { pageAccess, pageNeeds } from '../../../shared/contract/pageAccess.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import type { User } from '../../../shared/contract/userSchemas.ts';
import { type WireRow, wire } from '../../../shared/contract/wire.ts';
import { closedBy, effectiveAccess } from '../../../shared/rules/effectiveAccess.ts';
import { roleNames } from '../../../shared/rules/landing.ts';
import { nearestEntry } from '../../../shared/rules/nearestEntry.ts';
import { demoAccounts } from '../../../server/seed/demoAccounts.ts';
import { onboardingTrials } from '../../../server/seed/onboardingTrials.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const operations: readonly WireRow[] = Object.values(wire).flatMap((rows) => Object.values(rows));
/** Rows that the server treats alike; the sweep of the roles calls each single one. */
const kindOf = ({ access, needsActivation }: WireRow) => JSON.stringify([access, needsActivation ?? false]);
/** Reads of a record that does not exist come first: they are answered at once. */
const costOf = ({ method, path }: WireRow) => (method === 'GET' ? 0 : 2) + (path.includes('{') ? 0 : 1);
/** One row of each kind, and every row that needs activation. */
const samples = operations
  .toSorted((one, other) => costOf(one) - costOf(other))
  .filter((row, index, all) => row.needsActivation || all.findIndex((one) => kindOf(one) === kindOf(row)) === index);

const bodies: Readonly<Record<string, object>> = {
  '/api/directory/search': { lastName: 'Stone' },
  '/api/users/sendinvitation': { fullName: 'Pat Stone', emailAddress: 'pat@example.org' },
};

const call = (token: string, { method, path }: Pick<WireRow, 'method' | 'path'>) =>
  server.app.inject({
    method,
    url: path.replace(/\{\w+\}/g, '018f2b6c-5a3e-7c41-9d20-000000000000'),
    ...(path.endsWith('/validate') && { query: { addresses: 'a@direct.example' } }),
    headers: { authorization: `Bearer ${token}`, ...(bodies[path] && { 'content-type': 'application/json' }) },
    ...(bodies[path] && { payload: JSON.stringify(bodies[path]) }),
  });

const refusals = ['E-TOKEN-REVOKED', 'E-FORBIDDEN', 'E-ORG-NOT-ACTIVATED'];
const isRefused = async (token: string, row: WireRow) => {
  const { statusCode, body } = await call(token, row);
  return [401, 403].includes(statusCode) && refusals.includes((JSON.parse(body) as ErrorBody).code);
};

/** The token of a role that the server takes from the user, with the profile that the router gets; undefined where it takes none. */
async function signedIn(subject: string): Promise<{ token: string; profile: ProfileData } | undefined> {
  for (const role of roleNames) {
    const token = await server.app.identity.signAccessToken({ subject, kind: 'user', role });
    const response = await call(token, { method: 'GET', path: '/api/users/profiledata' });
    if (response.statusCode === 200) return { token, profile: response.json<ProfileData>() };
  }
  return undefined;
}

async function expectSameAs(user: User): Promise<void> {
  const session = await signedIn(user.id);
  const pages = Object.entries(pageAccess).map(([path, access]) => ({
    path,
    access,
    ...nearestEntry(pageNeeds, path),
  }));
  const answers = pages.map((page) => [page.path, effectiveAccess(user, page).isAllowed]);
  const opens = pages.map((page) => [
    page.path,
    session !== undefined && closedBy(page, session.profile) === undefined,
  ]);
  expect(answers, user.userName).toEqual(opens);
  const token = session?.token ?? server.as('disabled');
  const allowed = await Promise.all(samples.map(async (row) => !(await isRefused(token, row))));
  const paths = samples.map(({ path }) => path);
  expect([paths, samples.map((row) => effectiveAccess(user, row).isAllowed)], user.userName).toEqual([paths, allowed]);
  const ofKind = new Map(samples.map((row, index) => [kindOf(row), allowed[index]]));
  for (const row of operations) expect(effectiveAccess(user, row).isAllowed).toBe(ofKind.get(kindOf(row)));
}

test('of every demo person the answer for every page and operation is that of server and router', {
  tags: ['hard'],
}, async () => {
  const platform = server.client('SysAdmin');
  const { users } = await platform.users.list({ query: { search: '@carepost.example', pageSize: 1000 } });
  const names = [...demoAccounts, ...onboardingTrials.map(({ account }) => account)].map(({ userName }) => userName);
  const people = users.filter(({ userName }) => names.includes(userName));
  expect(people.map(({ userName }) => userName).toSorted()).toEqual(names.toSorted());
  for (const { id } of people) await expectSameAs(await platform.users.get({ params: { id } }));
});

test('the organization where the user works now decides, also while the login of the chosen one is disabled', async () => {
  const platform = server.client('SysAdmin');
  const { userId: id } = await server.client('Administrator').profile.get({});
  const read = () => platform.users.get({ params: { id } });
  const peoplePage = { access: pageAccess['/account/people'] ?? [] };
  expect(effectiveAccess(await read(), peoplePage)).toEqual({ isAllowed: true, rule: 'role' });
  const { items } = await platform.organizations.list({ query: { pageSize: 50 } });
  const own = (await platform.users.organizations({ params: { id } })).items.map((organization) => organization.id);
  const other = items.find((organization) => !own.includes(organization.id))?.id ?? '';
  await platform.users.assign({ body: { userId: id, organizationId: other, isAdministrator: false } });
  await server.client('Administrator').profile.changeOrganization({ body: { orgId: other } });
  expect(effectiveAccess(await read(), peoplePage)).toEqual({ isAllowed: false, rule: 'noRole' });
  await expectSameAs(await read());

  await platform.organizations.enable({ params: { id: other }, body: { enabled: false } });
  const fallback = await read();
  expect(own).toContain(fallback.workplace.organizationId);
  expect(effectiveAccess(fallback, peoplePage)).toEqual({ isAllowed: true, rule: 'role' });
  await expectSameAs(fallback);
});
