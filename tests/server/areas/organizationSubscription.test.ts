import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { licensingKeptText } from '../../../shared/rules/reseller.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lookupId, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let licensing: string;
let affiliate: string;
let otherAffiliate: string;
let otherLicensing: string;
let first: string;
let small: string;
let unlimited: string;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
  licensing = await lookupId(server, 'resellers', 'type = 1');
  affiliate = await lookupId(server, 'resellers', 'type = 0');
  otherAffiliate = await lookupId(server, 'resellers', `type = 0 and id <> '${affiliate}'`);
  otherLicensing = await lookupId(server, 'resellers', `type = 1 and id <> '${licensing}'`);
  first = await lookupId(server, 'plans', 'allowed_users >= 2 or allowed_users = -1');
  small = await lookupId(server, 'plans', 'allowed_users = 3');
  unlimited = await lookupId(server, 'plans', 'allowed_users = -1');
});

const create = (fields: Parameters<typeof newOrganization>[0]) =>
  client.organizations.create({ body: newOrganization(fields) });

describe('plan', () => {
  test('shows what it allows', async () => {
    expect(await create({ planId: unlimited, numberOfUsers: 5000 })).toMatchObject({
      planId: unlimited,
      plan: { id: unlimited, allowedUsers: -1 },
    });
  });

  test('is refused when it allows fewer users than there are', async () => {
    const created = await create({ planId: unlimited, numberOfUsers: 10 });
    const call = client.organizations.update({ params: { id: created.id }, body: { planId: small } });
    expect(await refusal(call)).toMatchObject({
      status: 400,
      code: 'E-ORG-PLAN-USERS',
      modelState: { planId: expect.any(Array) },
    });
  });

  test('refuses more users than it allows', async () => {
    const created = await create({ planId: small, numberOfUsers: 3 });
    const call = client.organizations.update({ params: { id: created.id }, body: { numberOfUsers: 4 } });
    expect(await refusal(call)).toMatchObject({
      code: 'E-ORG-PLAN-USERS',
      modelState: { numberOfUsers: expect.any(Array) },
    });
  });

  test('that is missing is the Free Plan, which allows three users', async () => {
    const refused = { status: 400, code: 'E-ORG-PLAN-USERS', modelState: { numberOfUsers: expect.any(Array) } };
    expect(await refusal(create({ numberOfUsers: 4 }))).toMatchObject(refused);
    const { id } = await create({ numberOfUsers: 3 });
    expect(await refusal(client.organizations.update({ params: { id }, body: { numberOfUsers: 4 } }))).toMatchObject(
      refused,
    );
    const roomy = await create({ numberOfUsers: 4, planId: unlimited });
    const cleared = client.organizations.update({ params: { id: roomy.id }, body: { planId: null } });
    expect(await refusal(cleared)).toMatchObject({ ...refused, modelState: { planId: expect.any(Array) } });
  });

  test('is refused for a new organization that has too many users', async () => {
    expect(await refusal(create({ planId: small, numberOfUsers: 4 }))).toMatchObject({ code: 'E-ORG-PLAN-USERS' });
  });
});

describe('reseller', () => {
  test('a licensing one brings the first fitting plan to an organization without a plan', async () => {
    const created = await create({ numberOfUsers: 3 });
    const changed = await client.organizations.update({ params: { id: created.id }, body: { resellerId: licensing } });
    expect(changed).toMatchObject({ reseller: { id: licensing, type: 1 } });
    expect(changed.planId).not.toBeNull();
  });

  test('taking a licensing one away clears the plan too, also when the caller sends the old plan along', async () => {
    const created = await create({ numberOfUsers: 3, resellerId: licensing, planId: unlimited });
    const changed = await client.organizations.update({
      params: { id: created.id },
      body: { ...created, resellerId: null },
    });
    expect(changed).toMatchObject({ resellerId: null, reseller: null, planId: null, plan: null });
  });

  test('taking a licensing one away is blocked above three users', async () => {
    const created = await create({ numberOfUsers: 4, resellerId: licensing, planId: unlimited });
    const params = { id: created.id };
    const problem = await refusal(client.organizations.update({ params, body: { resellerId: null } }));
    expect(problem).toMatchObject({
      status: 400,
      code: 'E-ORG-FREE-PLAN-USERS',
      message: licensingKeptText,
      modelState: { resellerId: [licensingKeptText] },
    });
    expect(await client.organizations.get({ params })).toMatchObject({
      resellerId: licensing,
      planId: unlimited,
      version: 1,
    });
  });

  test('an affiliate one may change on a plan', async () => {
    const created = await create({ planId: unlimited, numberOfUsers: 10 });
    const changed = await client.organizations.update({ params: { id: created.id }, body: { resellerId: affiliate } });
    expect(changed).toMatchObject({ resellerId: affiliate, planId: unlimited });
  });

  test('a licensing one cannot come to an organization with a plan of another kind', async () => {
    const created = await create({ planId: unlimited, numberOfUsers: 10 });
    const call = client.organizations.update({ params: { id: created.id }, body: { resellerId: licensing } });
    expect(await refusal(call)).toMatchObject({
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: { resellerId: expect.any(Array) },
    });
  });
});

/** The table of tests/shared/rules/plans.test.ts through the server: the plan of the request decides. */
describe('plan and reseller in one request', () => {
  type Choice = Readonly<{ planId?: string | null; resellerId?: string | null }>;
  test.each<readonly [string, stored: (() => Choice) | null, request: () => Choice, planId: () => string | null]>([
    [
      'a new organization and an affiliate',
      null,
      () => ({ planId: unlimited, resellerId: affiliate }),
      () => unlimited,
    ],
    [
      'a new organization and a licensing reseller',
      null,
      () => ({ planId: unlimited, resellerId: licensing }),
      () => unlimited,
    ],
    [
      'a new organization, no plan, a licensing reseller',
      null,
      () => ({ planId: null, resellerId: licensing }),
      () => first,
    ],
    [
      'no stored plan, an explicit null, a licensing reseller',
      () => ({}),
      () => ({ planId: null, resellerId: licensing }),
      () => first,
    ],
    [
      'another plan and another affiliate',
      () => ({ planId: small, resellerId: affiliate }),
      () => ({ planId: unlimited, resellerId: otherAffiliate }),
      () => unlimited,
    ],
    [
      'no plan and another affiliate',
      () => ({ planId: small, resellerId: affiliate }),
      () => ({ planId: null, resellerId: otherAffiliate }),
      () => null,
    ],
    [
      'another plan and another licensing reseller',
      () => ({ planId: small, resellerId: licensing }),
      () => ({ planId: unlimited, resellerId: otherLicensing }),
      () => unlimited,
    ],
    [
      'an explicit null and another licensing reseller',
      () => ({ planId: unlimited, resellerId: licensing }),
      () => ({ planId: null, resellerId: otherLicensing }),
      () => unlimited,
    ],
    [
      'an explicit null and the stored licensing reseller',
      () => ({ planId: unlimited, resellerId: licensing }),
      () => ({ planId: null, resellerId: licensing }),
      () => unlimited,
    ],
    [
      'another plan and no licensing reseller any more',
      () => ({ planId: small, resellerId: licensing }),
      () => ({ planId: unlimited, resellerId: affiliate }),
      () => null,
    ],
  ])('%s', async (_case, stored, request, planId) => {
    const changed =
      stored === null
        ? await create({ numberOfUsers: 2, ...request() })
        : await client.organizations.update({
            params: { id: (await create({ numberOfUsers: 2, ...stored() })).id },
            body: request(),
          });
    expect(changed).toMatchObject({ planId: planId(), resellerId: request().resellerId });
  });
});
