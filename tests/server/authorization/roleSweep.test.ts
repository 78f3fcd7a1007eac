import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../shared/contract/api.ts';
import type { Area, Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type Caller, callers, policy } from './policy.ts';

const rows = Object.values(api).flatMap((area: Area) => Object.values(area));
const key = ({ method, path }: Endpoint) => `${method} ${path}`;

let running: TestApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

const nobody = '0198c0de-0000-7000-8000-00000000dead';

/** A well-formed call whose ids name nothing: whoever may call gets 2xx, 400 or 404, never 401 or 403. */
const minimalCall = (row: Endpoint) => {
  const bodies: Record<string, unknown> = {
    'POST /api/organizations': { name: 'Role Sweep Clinic', subdomain: 'role-sweep' },
    'POST /api/account/change': { orgId: nobody },
    'POST /api/admin/organizations/{id}/users': { userId: nobody },
    'PUT /api/organizations/{id}': { name: 'Role Sweep Clinic' },
    'PUT /api/organizations/{id}/activate': { activated: true },
    'PUT /api/organizations/{id}/serviceaccount/limit': { count: 1 },
    'PUT /api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit': { count: 1 },
  };
  const query = row.path.endsWith('/npi') ? '?npiNumber=1234567893' : '';
  return { method: row.method, url: row.path.replace(/\{\w+\}/g, nobody) + query, body: bodies[key(row)] };
};

const call = (caller: Caller, row: Endpoint) => {
  const { method, url, body } = minimalCall(row);
  return running.app.inject({
    method,
    url,
    headers: {
      ...(caller === 'anonymous' ? {} : { authorization: `Bearer ${running.as(caller)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
};

test('the policy names every row of the contract and nothing else', () => {
  expect(Object.keys(policy).sort()).toEqual(rows.map(key).sort());
});

/** Refusals that no role is spared: of an organization that one does not belong to, of a sign-in that is not recent, of a proofing that is done. */
const ownRefusals: Readonly<Record<string, string>> = {
  'POST /api/account/change': 'E-ORG-NOT-MEMBER',
  'POST /api/account/twofactor/disable': 'E-STEP-UP',
  'POST /api/account/recoverycodes': 'E-STEP-UP',
  'GET /api/users/enabletokenauth': 'E-STEP-UP',
  'POST /api/idproofing/initiate': 'E-PROOFING-STEP',
};

describe.each(callers)('every row answers as the policy says: %s', (caller) => {
  test.each(rows.map((row) => [key(row), row] as const))('%s', async (name, row) => {
    const response = await call(caller, row);
    if (policy[name]?.includes(caller)) {
      if (ownRefusals[name]) expect(response.json<ErrorBody>().code).toBe(ownRefusals[name]);
      else expect([200, 201, 202, 204, 400, 404]).toContain(response.statusCode);
      return;
    }
    const expected = {
      anonymous: [401, 'E-TOKEN-MISSING'],
      expired: [401, 'E-TOKEN-REVOKED'],
      disabled: [401, 'E-TOKEN-REVOKED'],
    }[caller as string] ?? [403, 'E-FORBIDDEN'];
    expect([response.statusCode, response.json<ErrorBody>().code]).toEqual(expected);
  });
});

test('a refused caller learns nothing about the body: the role is checked first', async () => {
  const restricted = rows.filter(({ body, access }) => body && typeof access !== 'string' && !access.includes('User'));
  for (const row of restricted) {
    const response = await running.app.inject({
      method: row.method,
      url: row.path.replace(/\{\w+\}/g, nobody),
      headers: { authorization: `Bearer ${running.as('User')}`, 'content-type': 'application/json' },
      payload: '{"not":"valid"}',
    });
    expect(response.statusCode, key(row)).toBe(403);
  }
});
