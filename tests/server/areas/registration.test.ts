import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProfileData } from '../../../shared/contract/profile.ts';
import { onboardingStep } from '../../../shared/rules/onboarding.ts';
import { registrationsPerAddress, registrationsPerEmail } from '../../../shared/rules/registration.ts';
import { forgetOldRegistrations } from '../../../server/registration/registrationLinks.ts';
import { verifyPassword } from '../../../server/identity/passwords.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';
import { mailsTo, startedBy, tokenIn, visitorOf } from './registrationVisitor.ts';

let server: TestApp;
let visitor: ReturnType<typeof visitorOf>;
let eulaId: string | null;
beforeAll(async () => {
  server = await startApp();
  visitor = visitorOf(server);
  eulaId = (await visitor.registration.offer({})).terms?.id ?? null;
});
afterAll(() => server.close());
// Each test starts below the limits.
beforeEach(async () => {
  await server.database.pool.query(`update registrations set created_at = created_at - interval '2 days'`);
});

const password = 'a long first password';
let made = 0;
const newEmail = () => `register-${++made}@outside.example`;
const form = (token: string, fields: Record<string, unknown> = {}) => ({
  body: {
    token,
    organizationName: `Registered Clinic ${made}`,
    subdomain: `registered-${made}`,
    firstName: 'Rita',
    lastName: 'Novak',
    jobTitle: 'Physician',
    password,
    eulaId,
    ...fields,
  },
});
const one = async <T extends object>(text: string, values: unknown[]) =>
  (await server.database.pool.query<T>(text, values)).rows[0];
const auditOf = async (id: string) =>
  (
    await server.database.pool.query<{ action: string; actor: string; entry: string }>(
      `select action, actor_name as actor, to_jsonb(a)::text as entry from audit_entries a where target_id = $1 and outcome = 'Success' order by id`,
      [id],
    )
  ).rows;

describe('a registration', () => {
  test('creates organization, administrator and acceptance, and uses its link', async () => {
    const email = newEmail();
    const events = ['organization.created', 'user.created'] as const;
    const hook = await server
      .client('SysAdmin')
      .webhooks.save({ body: { name: 'Newcomers', url: 'https://hooks.example/', events: [...events] } });
    const mailed = await startedBy(server, email.replace('register', 'Register'));
    const { emailAddress, expiresAt } = await visitor.registration.link({ body: { token: mailed } });
    expect(emailAddress).toBe(email);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);

    const done = await visitor.registration.complete(form(mailed, { subdomain: ' Registered-Upper ' }));
    expect(done).toMatchObject({ userName: email, subdomain: 'registered-upper', isPaymentOpen: false });
    const { organizationId } = done;
    const organization = await server.client('SysAdmin').organizations.get({ params: { id: organizationId } });
    expect(organization).toMatchObject({
      name: `Registered Clinic ${made}`,
      isActivated: false,
      isEnabled: true,
      planId: null,
      contact: { firstName: 'Rita', lastName: 'Novak', title: 'Physician', email },
    });
    const user = await one<{ id: string; role: string; hash: string; profile: string }>(
      `select u.id, u.role, password_hash as hash, job_title as profile from users u join organization_users m on m.user_id = u.id
       where u.user_name = $1 and m.organization_id = $2 and m.is_administrator`,
      [email, organizationId],
    );
    expect(user).toMatchObject({ role: 'Administrator', profile: 'Physician' });
    expect(await verifyPassword(password, user?.hash ?? null)).toBe(true);
    expect(await one('select user_id from eula_acceptances where organization_id = $1', [organizationId])).toEqual({
      user_id: user?.id,
    });

    const [[entry, ...others], userEntries] = [await auditOf(organizationId), await auditOf(user?.id ?? '')];
    expect([entry?.action, entry?.actor, others]).toEqual(['registration.complete', email, []]);
    expect(userEntries.map(({ action }) => action)).toEqual(['registration.complete']);
    const texts = [entry, ...userEntries].map((row) => row?.entry).join();
    for (const secret of [mailed, password, user?.hash ?? '']) expect(texts).not.toContain(secret);

    const announced = await server.database.pool.query<{ type: string }>(
      'select event_type as type from webhook_deliveries where webhook_id = $1 order by sequence',
      [hook.id],
    );
    expect(announced.rows.map((row) => row.type)).toEqual(events);

    expect(await refusal(visitor.registration.link({ body: { token: mailed } }))).toMatchObject({
      status: 410,
      code: 'E-REGISTRATION-USED',
    });
    expect(await refusal(visitor.registration.complete(form(mailed)))).toMatchObject({ code: 'E-REGISTRATION-USED' });
  });

  test('awaits onboarding: the agreement is accepted, the identity not yet proofed', async () => {
    const token = await startedBy(server, newEmail());
    const { organizationId, userName } = await visitor.registration.complete(form(token));
    const account = await one<{ id: string }>('select id from users where user_name = $1', [userName]);
    const subject = account?.id ?? '';
    const signed = await server.app.identity.signAccessToken({ subject, kind: 'user', role: 'Administrator' });
    const response = await server.app.inject({
      url: '/api/users/profiledata',
      headers: { authorization: `Bearer ${signed}` },
    });
    const profile = response.json<ProfileData>();
    expect(profile).toMatchObject({ organizationId, orgIsAcceptedEULA: true, orgIsActivated: false });
    expect(onboardingStep(profile)).toBe('startVerification');
  });

  test('with a plan that has a price stays on the Free Plan, and its payment waits on the page of the subscription', async () => {
    const { plans } = await visitor.registration.offer({});
    const priced = plans.find(({ monthlyPriceCents }) => monthlyPriceCents > 0);
    const token = await startedBy(server, newEmail());
    const done = await visitor.registration.complete(form(token, { planId: priced?.id }));
    expect(done.isPaymentOpen).toBe(true);
    const { organizationId } = done;
    const subscription = await server.client('SysAdmin').subscriptionplans.subscriptions({ query: { organizationId } });
    expect(subscription).toMatchObject({ planId: 'free', checkout: { planId: priced?.id } });
  });

  test.each([
    ['subdomain', { subdomain: 'not_a_label' }, 400, 'E-ORG-SUBDOMAIN', 'subdomain'],
    ['reserved word', { subdomain: 'admin' }, 400, 'E-ORG-SUBDOMAIN', 'subdomain'],
    ['short password', { password: 'short' }, 400, 'E-REQUEST-INVALID', 'password'],
    ['common password', { password: 'Password123' }, 400, 'E-REQUEST-INVALID', 'password'],
    ['blank name', { organizationName: ' ' }, 400, 'E-REQUEST-INVALID', 'organizationName'],
    ['unknown job', { jobTitle: 'Wizard' }, 400, 'E-REQUEST-INVALID', 'jobTitle'],
    ['unknown plan', { planId: '0198c0de-0000-7000-8000-00000000dead' }, 400, 'E-REQUEST-INVALID', 'planId'],
    ['other agreement', { eulaId: '0198c0de-0000-7000-8000-00000000dead' }, 409, 'E-EULA-INACTIVE', undefined],
    ['no agreement', { eulaId: null }, 409, 'E-EULA-INACTIVE', undefined],
  ])('is refused for its %s, and the link stays open', async (_what, fields, status, code, field) => {
    const token = await startedBy(server, newEmail());
    const error = await refusal(visitor.registration.complete(form(token, fields)));
    expect([error.status, error.code, Object.keys(error.modelState ?? {})[0]]).toEqual([status, code, field]);
    expect(await visitor.registration.link({ body: { token } })).toMatchObject({
      emailAddress: `register-${made}@outside.example`,
    });
  });

  test('of two that complete it at the same time one does; of two with one subdomain one gets it', async () => {
    const token = await startedBy(server, newEmail());
    const twice = await Promise.allSettled(
      [1, 2].map((n) => visitor.registration.complete(form(token, { subdomain: `twice-${n}` }))),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = twice.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'E-REGISTRATION-USED' });

    const tokens = [await startedBy(server, newEmail()), await startedBy(server, newEmail())];
    const same = await Promise.allSettled(
      tokens.map((own) => visitor.registration.complete(form(own, { subdomain: 'wanted' }))),
    );
    const refused = same.findIndex(({ status }) => status === 'rejected');
    expect(same.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(same[refused]).toMatchObject({
      reason: { code: 'E-ORG-SUBDOMAIN-TAKEN', modelState: { subdomain: ['already exists'] } },
    });
    // Nothing of the refused one stays, and it can choose another.
    await visitor.registration.complete(form(tokens[refused] ?? '', { subdomain: 'wanted-too' }));
  });

  test('of an address that got an account meanwhile is refused', async () => {
    const email = newEmail();
    const token = await startedBy(server, email);
    const sysAdmin = server.client('SysAdmin');
    const { organizationId } = await server.client('Administrator').profile.get({});
    await sysAdmin.users.create({
      body: {
        userDetails: { firstName: 'Rita', lastName: 'Novak', userName: email },
        organizationId: organizationId ?? '',
        emailCreatePassword: true,
      },
    });
    expect(await refusal(visitor.registration.complete(form(token)))).toMatchObject({ code: 'E-USER-NAME-TAKEN' });
  });
});

describe('a link', () => {
  test('is stored as a hash, and each reason why it does not work has its own answer', async () => {
    const email = newEmail();
    const first = await startedBy(server, email);
    const stored = await one<{ row: string }>(
      `select to_jsonb(r)::text as row from registrations r where email_address = $1`,
      [email],
    );
    expect(stored?.row).not.toContain(first);
    const second = await startedBy(server, email);
    const codeOf = async (token: string) => (await refusal(visitor.registration.link({ body: { token } }))).code;
    expect(await codeOf(first)).toBe('E-REGISTRATION-REPLACED');
    await server.database.pool.query(`update registrations set expires_at = now() where email_address = $1`, [email]);
    expect(await codeOf(second)).toBe('E-REGISTRATION-EXPIRED');
    expect(await codeOf('A'.repeat(43))).toBe('E-REGISTRATION-LINK');
    expect((await refusal(visitor.registration.complete(form(second)))).code).toBe('E-REGISTRATION-EXPIRED');
    expect((await refusal(visitor.registration.subdomain({ body: { token: second, subdomain: 'free' } }))).code).toBe(
      'E-REGISTRATION-EXPIRED',
    );
  });

  test.each([
    ['free-one', null],
    ['Free-One ', null],
    ['a_b', 'Form'],
    ['', 'Form'],
    ['admin', 'Reserved'],
    ['adm1n', 'LookAlike'],
  ] as const)('lets check the subdomain "%s": %s', async (subdomain, expected) => {
    const token = await startedBy(server, newEmail());
    const checked = await visitor.registration.subdomain({ body: { token, subdomain } });
    expect(checked).toEqual({ subdomain: subdomain.trim().toLowerCase(), refusal: expected });
  });

  test('names a subdomain that another organization has', async () => {
    const taken = await one<{ subdomain: string }>(
      'select subdomain from organizations where subdomain is not null limit 1',
      [],
    );
    const body = { token: await startedBy(server, newEmail()), subdomain: taken?.subdomain ?? '' };
    expect((await visitor.registration.subdomain({ body })).refusal).toBe('Taken');
  });

  test('of an invitation proves the address; one that is late keeps the invitation when another is requested', async () => {
    const email = newEmail();
    await server.client('User').users.sendInvitation({ body: { fullName: 'Rita Novak', emailAddress: email } });
    const token = tokenIn((await mailsTo(server, email)).at(-1));
    expect(await visitor.registration.link({ body: { token } })).toMatchObject({ emailAddress: email });
    await server.database.pool.query(`update registrations set expires_at = now() where email_address = $1`, [email]);
    await visitor.registration.start({ body: { emailAddress: email, invitation: token } });
    const { items } = await server.client('SysAdmin').registration.list({ query: { search: email } });
    expect(items.map(({ state, isInvited }) => [state, isInvited])).toEqual(
      expect.arrayContaining([
        ['Open', true],
        ['Expired', true],
      ]),
    );
    await visitor.registration.complete(form(tokenIn((await mailsTo(server, email)).at(-1))));
    // Who invites learns nothing of it, and an account gets no link.
    await server.client('User').users.sendInvitation({ body: { fullName: 'Rita Novak', emailAddress: email } });
    expect((await mailsTo(server, email)).at(-1)).toContain('has an account already');
  });
});

describe('a start', () => {
  test('has the same answer for an address with an account, whose mail leads to the sign-in', async () => {
    const answers = await Promise.all(
      [newEmail(), 'User@carepost.example'].map((emailAddress) =>
        server.app.inject({ method: 'POST', url: '/api/registration', payload: { emailAddress } }),
      ),
    );
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    const mail = (await mailsTo(server, 'User@carepost.example')).at(-1);
    expect(mail).toContain('/account/login');
    expect(tokenIn(mail)).toBe('');
  });

  test('is audited without the address, and a refused one of a stranger fills no audit trail', async () => {
    const email = newEmail();
    await startedBy(server, email);
    const row = await one<{ id: string }>('select id from registrations where email_address = $1', [email]);
    const [entry] = await auditOf(row?.id ?? '');
    expect([entry?.action, entry?.actor]).toEqual(['registration.start', 'anonymous']);
    expect(entry?.entry).not.toContain(email);
    const before = await one<{ n: string }>('select count(*) as n from audit_entries', []);
    expect(await refusal(visitor.registration.start({ body: { emailAddress: 'no address' } }))).toMatchObject({
      status: 400,
      modelState: { emailAddress: ['Enter a valid e-mail address.'] },
    });
    expect(await one('select count(*) as n from audit_entries', [])).toEqual(before);
  });

  test('is limited for its address, also at the same time, and an invitation takes nothing of it', async () => {
    const email = newEmail();
    await server.client('User').users.sendInvitation({ body: { fullName: 'Rita Novak', emailAddress: email } });
    const starts = await Promise.allSettled(
      Array.from({ length: registrationsPerEmail + 3 }, () =>
        visitor.registration.start({ body: { emailAddress: email } }),
      ),
    );
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(registrationsPerEmail);
    expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 429, code: 'E-REGISTRATION-LIMIT' },
    });
  });

  test('is limited for a network address and for all together', async () => {
    const fill = (share: string, count: number) =>
      server.database.pool.query(
        `insert into registrations (id, email_address, address_share, state, expires_at)
         select gen_random_uuid(), 'fill-' || n || '@outside.example', $1, 'Replaced', now() from generate_series(1, $2) n`,
        [share, count],
      );
    const start = () => refusal(visitor.registration.start({ body: { emailAddress: newEmail() } }));
    await fill('127.0.0.1', registrationsPerAddress);
    expect(await start()).toMatchObject({ code: 'E-REGISTRATION-LIMIT' });
    await server.database.pool.query(`update registrations set address_share = '192.0.2.1'`);
    await startedBy(server, newEmail());
    await fill('192.0.2.2', 500);
    expect(await start()).toMatchObject({ code: 'E-REGISTRATION-LIMIT' });
  });
});

describe('support', () => {
  test('sees registrations, mails another link and cancels', async () => {
    const email = newEmail();
    const first = await startedBy(server, email);
    const { registration } = server.client('SysAdmin');
    const { items, totalCount } = await registration.list({ query: { search: email, state: 'Open' } });
    expect([totalCount, items[0]?.emailAddress, items[0]?.mailCount]).toEqual([1, email, 1]);
    const id = items[0]?.id ?? '';
    await server.database.pool.query('update registrations set expires_at = now() where id = $1', [id]);
    expect((await registration.list({ query: { search: email, state: 'Open' } })).totalCount).toBe(0);
    expect(await registration.resend({ params: { id } })).toMatchObject({ state: 'Open', mailCount: 2 });
    const second = tokenIn((await mailsTo(server, email)).at(-1));
    expect((await refusal(visitor.registration.link({ body: { token: first } }))).code).toBe('E-REGISTRATION-LINK');
    expect(await visitor.registration.link({ body: { token: second } })).toMatchObject({ emailAddress: email });
    expect(await registration.cancel({ params: { id } })).toMatchObject({ state: 'Canceled' });
    expect((await refusal(visitor.registration.link({ body: { token: second } }))).code).toBe('E-REGISTRATION-LINK');
    for (const call of [registration.resend, registration.cancel])
      expect(await refusal(call({ params: { id } }))).toMatchObject({ status: 409, code: 'E-REGISTRATION-ENDED' });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'registration.start',
      'registration.resend',
      'registration.cancel',
    ]);
  });

  test('sees them for 30 days after their link ended', async () => {
    const email = newEmail();
    await startedBy(server, email);
    const end = (days: number) =>
      server.database.pool.query(
        `update registrations set expires_at = now() - make_interval(days => $2) where email_address = $1`,
        [email, days],
      );
    const count = async () => {
      await forgetOldRegistrations(server.database);
      return (await server.client('SysAdmin').registration.list({ query: { search: email } })).totalCount;
    };
    await end(29);
    expect(await count()).toBe(1);
    await end(31);
    expect(await count()).toBe(0);
  });
});

test('an installation that is closed offers nothing, and its invitations lead to support; checks of subdomains are limited', async () => {
  const closed = await startApp({ env: { REGISTRATION: 'false', RATE_LIMIT_USER_NAMES: '2' } });
  const stranger = visitorOf(closed);
  expect(await stranger.registration.offer({})).toMatchObject({ isOpen: false, plans: [] });
  const token = 'A'.repeat(43);
  const refused = await Promise.all([
    refusal(stranger.registration.start({ body: { emailAddress: newEmail() } })),
    refusal(stranger.registration.link({ body: { token } })),
    refusal(stranger.registration.complete(form(token))),
  ]);
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'E-REGISTRATION-CLOSED'));
  // The holder of a link cannot try one subdomain after the other.
  const check = () => refusal(stranger.registration.subdomain({ body: { token, subdomain: 'free' } }));
  expect([(await check()).status, (await check()).status, (await check()).status]).toEqual([409, 409, 429]);
  const email = newEmail();
  await closed.client('User').users.sendInvitation({ body: { fullName: 'Rita Novak', emailAddress: email } });
  expect((await mailsTo(closed, email)).at(-1)).toContain('or write to support@');
  await closed.close();
});
