import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type Member, newAdministrator, person, verify, visitProvider } from '../proofing/proofingVisitor.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const stateOf = async ({ client }: Member) => (await client.profile.get({})).idProofProcessStatus;
const refusedAudits = (member: Member) =>
  sql(`select action, code from audit_entries where actor_id = $1 and outcome <> 'Success' order by id`, [
    member.userId,
  ]);

describe('a verification at the identity provider', () => {
  test('leads from the start over the confirmation to a proofed organization, and leaves no data of the person', async () => {
    const member = await newAdministrator(server);
    const { client, organizationId } = member;
    expect(await client.profile.get({})).toMatchObject({
      orgIsIdProofed: false,
      idProofProcessStatus: 'Not_Id_Proofed',
      idProofedAttemptDate: null,
    });
    const started = await client.idproofing.initiate();
    expect(started.authUrl).toMatch(new RegExp(`^${server.config.publicUrl}/demo-proofing/authorize\\?`));
    const minutes = (Date.parse(started.expiresAt) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(30);
    const params = { id: started.id };
    expect(await client.idproofing.initiation({ params })).toMatchObject({ status: 'Waiting' });
    const back = await visitProvider(server, started.authUrl, 'agree');
    const page = await server.app.inject({ url: back });
    expect(page.body).toContain(`data-id="${started.id}"`);
    expect(page.headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(await client.idproofing.initiation({ params })).toMatchObject({ status: 'Returned' });
    const latest = () => client.idproofing.initiation({ params: { id: 'latest' } });
    expect(await latest()).toEqual({ id: started.id, status: 'Returned', expiresAt: started.expiresAt });
    const colleague = await newAdministrator(server, organizationId);
    expect(await refusal(colleague.client.idproofing.initiation({ params: { id: 'latest' } }))).toMatchObject({
      status: 404,
    });

    /** Rows of the two tables that show the person to a reader of the database. */
    const readable = () =>
      sql(`select from (select t::text as row from demo_proofing t union all select t::text from verification_sessions t) t
        where row ~ '${person.lastName}|${person.dateOfBirth}'`);
    expect(await readable()).toEqual([]);
    const validated = await client.idproofing.validate({ body: { id: started.id } });
    expect(validated).toEqual({ idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' });
    expect(await stateOf(member)).toBe('Awaiting_User_Clear_Data_Confirmation');
    expect(await latest()).toMatchObject({ id: started.id, status: 'Used' });
    const session = await client.idproofing.verificationSession({});
    expect(session.user).toEqual(person);
    expect(await readable()).toEqual([]);
    expect(await refusal(client.idproofing.confirm({ body: { sessionId: randomUUID() } }))).toMatchObject({
      status: 404,
    });
    await client.idproofing.confirm({ body: { sessionId: session.id } });
    expect(await client.profile.get({})).toMatchObject({
      orgIsIdProofed: true,
      idProofProcessStatus: 'Proofed_By_Clear',
      idProofedAttemptDate: expect.any(String),
    });
    expect(await sql('select from verification_sessions where organization_id = $1', [organizationId])).toEqual([]);
    expect(await lastAudit(server, organizationId)).toMatchObject({
      action: 'idproofing.confirm',
      changes: {
        idProofStatus: { before: 'Awaiting_User_Clear_Data_Confirmation', after: 'Proofed_By_Clear' },
      },
    });
    const trail = JSON.stringify(await sql('select changes from audit_entries where target_id = $1', [organizationId]));
    for (const text of [person.lastName, person.dateOfBirth]) expect(trail).not.toContain(text);
    expect(await refusal(client.idproofing.initiate())).toMatchObject({ code: 'E-PROOFING-STEP' });
  });

  test('that fails asks for a document; one that was given up changes nothing and can start again', async () => {
    const member = await newAdministrator(server);
    const given = await verify(server, member, 'leave');
    const body = { id: given };
    expect(await refusal(member.client.idproofing.validate({ body }))).toMatchObject({ code: 'E-PROOFING-CANCELED' });
    expect(await stateOf(member)).toBe('Not_Id_Proofed');
    const params = { id: 'latest' } as const;
    expect(await member.client.idproofing.initiation({ params })).toMatchObject({ id: given, status: 'Canceled' });
    const failed = await verify(server, member, 'fail');
    await member.client.idproofing.validate({ body: { id: failed } });
    expect(await stateOf(member)).toBe('Awaiting_Proof_Upload');
    expect(await refusal(member.client.idproofing.verificationSession({}))).toMatchObject({ status: 404 });
    expect(await refusal(member.client.idproofing.initiate())).toMatchObject({ code: 'E-PROOFING-STEP' });
  });

  test('that was started earlier and returns first counts; after the result of a later one it is not needed, and its page says so', async () => {
    const { client } = await newAdministrator(server);
    const [first, second, third] = [
      await client.idproofing.initiate(),
      await client.idproofing.initiate(),
      await client.idproofing.initiate(),
    ];
    const back = async ({ authUrl }: typeof first) =>
      (await server.app.inject({ url: await visitProvider(server, authUrl, 'agree') })).body;
    const latest = () => client.idproofing.initiation({ params: { id: 'latest' } });
    expect(await latest()).toMatchObject({ id: third.id, status: 'Waiting' });
    expect(await back(second)).toContain('The verification continues in the window where you started.');
    expect(await latest()).toMatchObject({ id: second.id, status: 'Returned' });
    await client.idproofing.validate({ body: { id: second.id } });
    const late = await back(first);
    expect(late).toContain('You have finished another verification, which you started later.');
    expect(late).not.toContain('continues');
    expect(await refusal(client.idproofing.validate({ body: { id: first.id } }))).toMatchObject({
      code: 'E-PROOFING-USED',
    });
    expect(await latest()).toMatchObject({ id: third.id, status: 'Waiting' });
  });

  test('is validated once, also when it is sent many times at the same moment', async () => {
    const member = await newAdministrator(server);
    const id = await verify(server, member);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => member.client.idproofing.validate({ body: { id } })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'E-PROOFING-USED' });
    expect(await refusedAudits(member)).toEqual(
      Array.from({ length: 3 }, () => ({ action: 'idproofing.validate', code: 'E-PROOFING-USED' })),
    );
    expect(
      await sql('select from verification_sessions where organization_id = $1', [member.organizationId]),
    ).toHaveLength(1);
  });

  test('that is forged, of another user, late or without a result is refused and audited', async () => {
    const member = await newAdministrator(server);
    const colleague = await newAdministrator(server, member.organizationId);
    const stranger = await newAdministrator(server);
    const { client } = member;
    const validate = (of: Member, id: string) => refusal(of.client.idproofing.validate({ body: { id } }));

    const waiting = await client.idproofing.initiate();
    expect(await validate(member, waiting.id)).toMatchObject({ code: 'E-PROOFING-PENDING' });
    // A code that the provider never issued.
    const state = new URL(waiting.authUrl).searchParams.get('state') ?? '';
    const returned = (query: Readonly<Record<string, string>>) =>
      server.app.inject({ url: `/idproofing/return?${new URLSearchParams(query).toString()}` });
    expect((await returned({ state: 'unknown', code: 'x' })).statusCode).toBe(404);
    expect((await returned({ state, code: 'made-up' })).statusCode).toBe(200);
    expect((await returned({ state, code: 'another' })).statusCode).toBe(404);
    expect(await validate(member, waiting.id)).toMatchObject({ code: 'E-PROOFING-INVALID', status: 400 });

    const genuine = await verify(server, member);
    for (const other of [colleague, stranger]) {
      expect(await validate(other, genuine)).toMatchObject({ status: 404 });
      const params = { id: genuine };
      expect(await refusal(other.client.idproofing.initiation({ params }))).toMatchObject({ status: 404 });
    }
    // The code of one person brought to the verification of another one.
    const own = await stranger.client.idproofing.initiate();
    const stolen = await client.idproofing.initiate();
    const back = new URL(await visitProvider(server, stolen.authUrl, 'agree'), server.config.publicUrl);
    const code = back.searchParams.get('code') ?? '';
    await returned({ state: new URL(own.authUrl).searchParams.get('state') ?? '', code });
    expect(await validate(stranger, own.id)).toMatchObject({ code: 'E-PROOFING-INVALID' });

    const late = await verify(server, member);
    await sql(`update proofing_initiations set expires_at = now() - interval '1 second' where id = $1`, [late]);
    expect(await validate(member, late)).toMatchObject({ code: 'E-PROOFING-EXPIRED' });
    expect((await returned({ state: 'x', error: 'access_denied' })).statusCode).toBe(404);

    expect(await stateOf(member)).toBe('Not_Id_Proofed');
    expect((await refusedAudits(member)).map(({ code: refused }) => refused)).toEqual([
      'E-PROOFING-PENDING',
      'E-PROOFING-INVALID',
      'E-PROOFING-EXPIRED',
    ]);
    expect((await refusedAudits(stranger)).map(({ code: refused }) => refused)).toEqual([
      'E-NOT-FOUND',
      'E-PROOFING-INVALID',
    ]);
  });

  test('is confirmed by the person it is about; another administrator verifies anew, and after a day so does the person', async () => {
    const member = await newAdministrator(server);
    const colleague = await newAdministrator(server, member.organizationId);
    await member.client.idproofing.validate({ body: { id: await verify(server, member) } });
    expect(await stateOf(colleague)).toBe('Not_Id_Proofed');
    expect(await refusal(colleague.client.idproofing.verificationSession({}))).toMatchObject({ status: 404 });
    expect(await refusal(colleague.client.idproofing.confirm())).toMatchObject({ status: 404 });
    await colleague.client.idproofing.validate({ body: { id: await verify(server, colleague) } });
    expect([await stateOf(member), await stateOf(colleague)]).toEqual([
      'Not_Id_Proofed',
      'Awaiting_User_Clear_Data_Confirmation',
    ]);
    await sql(`update verification_sessions set expires_at = now() where user_id = $1`, [colleague.userId]);
    expect(await stateOf(colleague)).toBe('Not_Id_Proofed');
    expect(await refusal(colleague.client.idproofing.confirm())).toMatchObject({ status: 404 });
  });

  test('on the same tab comes back to the application', async () => {
    const { client } = await newAdministrator(server);
    const { id, authUrl } = await client.idproofing.initiate({ body: { mode: 'tab' } });
    const page = await server.app.inject({ url: await visitProvider(server, authUrl, 'agree') });
    expect([page.statusCode, page.headers.location]).toEqual([303, `/account/dashboard?idproofing=${id}`]);
  });
});

test('an installation that is not the demo and has no identity provider says so', async () => {
  const bare = await startApp({ env: { DEMO: 'false' } });
  try {
    const { client } = await newAdministrator(bare);
    expect(await refusal(client.idproofing.initiate())).toMatchObject({ code: 'E-PROOFING-OFF', status: 409 });
    // The web application has a page for every other address.
    expect((await bare.app.inject({ url: '/demo-proofing/jwks' })).body).not.toContain('"keys"');
  } finally {
    await bare.close();
  }
});
