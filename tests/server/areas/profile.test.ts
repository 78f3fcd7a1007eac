import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

describe('the profile', () => {
  test('of an organization administrator names the organizations and where they work now', async () => {
    const profile = await server.client('Administrator').profile.get({});
    expect(profile).toMatchObject({
      userName: 'admin@carepost.example',
      fullName: 'Avery Mendez',
      roles: ['Administrator'],
      isAdmin: true,
      orgIsActivated: true,
      orgIsCancelled: false,
    });
    expect(profile.organizations).toHaveLength(3);
    expect(profile.organizations.map(({ id }) => id)).toContain(profile.organizationId);
  });

  test('of a platform administrator has no organization', async () => {
    const profile = await server.client('SysAdmin').profile.get({});
    expect(profile).toMatchObject({ roles: ['SysAdmin'], isAdmin: false, organizationId: null, organizations: [] });
  });

  test('lists what each role may do, and nothing else', async () => {
    const { uiResources: all } = await server.client('SysAdmin').profile.get({});
    expect(all['organizations']).toEqual(expect.arrayContaining(['list', 'create', 'update', 'delete']));
    const { uiResources: few } = await server.client('User').profile.get({});
    expect(few).toEqual({
      profile: ['get', 'changeOrganization'],
      preferences: ['get', 'save'],
      drafts: ['list', 'save', 'discard'],
      eulas: ['active', 'activeView'],
      apicaptureconfig: ['get'],
      messages: ['get'],
      attachments: ['get', 'convert', 'generatePreview', 'patient'],
      preview: ['document'],
      users: ['verifyCode', 'startTwoFactor', 'enableTwoFactor', 'enableMailedCodes', 'sendCode', 'sendInvitation'],
      account: [
        'signIn',
        'updateProfile',
        'changeEmail',
        'changePassword',
        'recoveryCodes',
        'disableTwoFactor',
        'sessions',
        'session',
        'signOutOthers',
      ],
      registration: ['offer', 'start', 'link', 'subdomain', 'complete'],
      directory: ['search', 'validate', 'ownAddresses'],
      subscriptionplans: ['requestUpgrade'],
      people: [
        'current',
        'jobs',
        'ipAddress',
        'get',
        'endApplication',
        'documentSources',
        'rules',
        'requests',
        'events',
        'signatures',
      ],
    });
  });

  test('tells a cancellation that is pending from one that is over', async () => {
    const read = () => server.client('User').profile.get({});
    const cancel = (when: string) =>
      server.database.pool.query(
        `update organizations set cancel_at = now() + $1::interval where id = (select organization_id from users where user_name = 'user@carepost.example')`,
        [when],
      );
    await cancel('3 days');
    expect(await read()).toMatchObject({ orgIsCancelled: false, orgIsInGracePeriod: true });
    await cancel('-3 days');
    expect(await read()).toMatchObject({ orgIsCancelled: true, orgIsInGracePeriod: false });
  });
});

describe('changing the organization', () => {
  test('moves to another one of mine, with an audit row', async () => {
    const client = server.client('Administrator');
    const before = await client.profile.get({});
    const other = before.organizations.find(({ id }) => id !== before.organizationId);
    expect(await client.profile.changeOrganization({ body: { orgId: other?.id ?? '' } })).toBe(true);
    expect(await client.profile.get({})).toMatchObject({ organizationId: other?.id, organizationName: other?.name });
    expect(await lastAudit(server, before.userId)).toMatchObject({
      action: 'profile.changeOrganization',
      changes: { organizationId: { before: before.organizationId, after: other?.id } },
    });
  });

  test('to a foreign or unknown one is refused, and both refusals read the same', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select id from organizations order by org_id desc limit 1',
    );
    const client = server.client('User');
    const before = await client.profile.get({});
    const problems = await Promise.all(
      [rows[0]?.id ?? '', crypto.randomUUID()].map((orgId) =>
        refusal(client.profile.changeOrganization({ body: { orgId } })),
      ),
    );
    for (const problem of problems) expect(problem).toMatchObject({ status: 403, code: 'E-ORG-NOT-MEMBER' });
    expect(problems[0]?.message).toBe(problems[1]?.message);
    expect(await client.profile.get({})).toMatchObject({ organizationId: before.organizationId });
  });
});
