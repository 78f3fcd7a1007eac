import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { Role } from '../../../shared/contract/endpoint.ts';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';

const allowed = '203.0.113.7';
const elsewhere = '198.51.100.9';

let server: TestApp;
let home = '';
let other = '';

/** The organization of the Administrator and the User, and another one of both. */
beforeAll(async () => {
  server = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  const profile = await profileOf('User', elsewhere);
  home = profile.organizationId ?? '';
  other = profile.organizations.find(({ id }) => id !== home)?.id ?? '';
});
afterAll(() => server.close());

const call = (role: Role, address: string, url = '/api/apicaptureconfig', body?: object) =>
  server.app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: {
      authorization: `Bearer ${server.as(role)}`,
      'x-forwarded-for': address,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });

const outcome = async (...args: Parameters<typeof call>) => {
  const response = await call(...args);
  return response.statusCode === 200 ? 200 : `${response.statusCode} ${response.json<ErrorBody>().code}`;
};
const profileOf = async (role: Role, address: string) =>
  (await call(role, address, '/api/users/profiledata')).json<ProfileData>();

/** Live tokens notice within a second. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 1500, interval: 50 });
const restrict = (allowedIpAddresses: string[]) =>
  server.client('SysAdmin').organizations.update({ params: { id: home }, body: { allowedIpAddresses } });
const refused = '403 E-ADDRESS-NOT-ALLOWED';

test('people work from anywhere until their organization names addresses, and then from those only', async () => {
  expect(await outcome('User', elsewhere)).toBe(200);
  await restrict([allowed]);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(refused));
  expect(await outcome('User', allowed)).toBe(200);
  expect(await outcome('User', '203.0.113.70')).toBe(refused);
  await restrict([]);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(200));
});

test('an address is the same in its IPv6 forms', async () => {
  await restrict([allowed]);
  await soon(async () => expect(await outcome('Administrator', elsewhere)).toBe(refused));
  for (const address of [`::ffff:${allowed}`, `::FFFF:${allowed}`, '::ffff:cb00:7107']) {
    expect(await outcome('Administrator', address), address).toBe(200);
  }
  for (const address of ['::ffff:198.51.100.9', '::1', '2001:db8::cb00:7107']) {
    expect(await outcome('Administrator', address), address).toBe(refused);
  }
});

test('a header of somebody who is no proxy of ours is not believed', async () => {
  await restrict([allowed]);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(refused));
  const response = await server.app.inject({
    url: '/api/apicaptureconfig',
    remoteAddress: elsewhere,
    headers: { authorization: `Bearer ${server.as('User')}`, 'x-forwarded-for': allowed },
  });
  expect([response.statusCode, response.json<ErrorBody>().code]).toEqual([403, 'E-ADDRESS-NOT-ALLOWED']);
});

test('the address is looked at before the role, and on every call', async () => {
  await restrict([allowed]);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(refused));
  expect(await outcome('User', elsewhere, '/api/organizations')).toBe(refused);
  expect(await outcome('User', elsewhere, '/api/users/current/preferences/a')).toBe(refused);
  expect(await outcome('User', allowed, '/api/organizations')).toBe('403 E-FORBIDDEN');
});

test('whoever is shut out still sees who they are and can change to another organization of theirs', async () => {
  await restrict([allowed]);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(refused));
  expect((await profileOf('User', elsewhere)).organizations.map(({ id }) => id)).toContain(other);
  expect(await outcome('User', elsewhere, '/api/account/change', { orgId: other })).toBe(200);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(200));
  expect(await outcome('User', elsewhere, '/api/account/change', { orgId: home })).toBe(200);
  await soon(async () => expect(await outcome('User', elsewhere)).toBe(refused));
});

test('platform administrators, who write the list, are not bound by it', async () => {
  await restrict([allowed]);
  const { userId } = await profileOf('SysAdmin', elsewhere);
  await server.client('SysAdmin').organizations.addUser({ params: { id: home }, body: { userId } });
  await soon(async () => expect((await profileOf('SysAdmin', elsewhere)).organizationId).toBe(home));
  expect(await outcome('SysAdmin', elsewhere, '/api/organizations')).toBe(200);
});
