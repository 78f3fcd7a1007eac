import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socialSecurityText } from '../../../shared/rules/identityProofing.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { answersOf, identity, legacyAdministrator, makeLegacy } from '../proofing/legacyMember.ts';
import { type Member, newAdministrator, photo } from '../proofing/proofingVisitor.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const stateOf = async ({ client }: Member) => {
  const { onboardingFlow, legacyStep, idProofProcessStatus, orgIsIdProofed } = await client.profile.get({});
  return { onboardingFlow, legacyStep, idProofProcessStatus, orgIsIdProofed };
};
const submit = ({ client }: Member, change: object = {}) =>
  client.legacyproofing.identity({ body: { ...identity, ...change } });
const answer = async (member: Member, wrong = 0) =>
  member.client.legacyproofing.answer({ body: await answersOf(server, member, wrong) });

describe('the legacy flow', () => {
  test('leads over the acknowledged steps, the identity and the questions to a proofed organization', async () => {
    const member = await legacyAdministrator(server, 'welcome');
    const { client, organizationId } = member;
    const acknowledge = (step: 'welcome' | 'intro' | 'terms') => client.legacyproofing.acknowledge({ body: { step } });
    expect(await stateOf(member)).toMatchObject({ onboardingFlow: 'legacy', legacyStep: 'welcome' });
    expect(await refusal(acknowledge('terms'))).toMatchObject({ code: 'E-PROOFING-STEP', status: 409 });
    expect(await refusal(submit(member))).toMatchObject({ code: 'E-PROOFING-STEP' });
    expect(await acknowledge('welcome')).toMatchObject({ legacyStep: 'intro' });
    // Another administrator reads it later: nothing goes back.
    expect(await acknowledge('welcome')).toMatchObject({ legacyStep: 'intro' });
    await acknowledge('intro');
    expect(await acknowledge('terms')).toMatchObject({ legacyStep: 'identity' });
    expect(await refusal(client.legacyproofing.quiz({}))).toMatchObject({ status: 404 });
    expect(await submit(member)).toEqual({ idProofProcessStatus: 'Not_Id_Proofed', legacyStep: 'quiz' });
    expect(await stateOf(member)).toMatchObject({ legacyStep: 'quiz' });

    const { questions, expiresAt } = await client.legacyproofing.quiz({});
    expect(questions.map(({ questionText }) => questionText)).toContain('On which of these streets have you lived?');
    expect(questions[0]?.answerChoice).toContainEqual({ value: 'Harbor Street', selected: false });
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(10);
    const readable = await sql(`select from (select t::text as row from legacy_quizzes t union all
      select t::text from demo_proofing t) t where row like '%Harbor%'`);
    expect(readable).toEqual([]);
    expect(await answer(member)).toMatchObject({ idProofProcessStatus: 'Proofed_By_Equifax' });
    expect(await stateOf(member)).toMatchObject({ orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Equifax' });
    expect(await sql('select id_proof_status from users where id = $1', [member.userId])).toEqual([
      { id_proof_status: 'Proofed_By_Equifax' },
    ]);
    expect(await sql('select from legacy_quizzes where organization_id = $1', [organizationId])).toEqual([]);
    expect(await lastAudit(server, organizationId)).toMatchObject({
      action: 'legacyproofing.answer',
      changes: { idProofStatus: { before: 'Not_Id_Proofed', after: 'Proofed_By_Equifax' } },
    });
    const trail = JSON.stringify(await sql('select changes from audit_entries where target_id = $1', [organizationId]));
    expect(trail).not.toMatch(/Quill|1980-05-17|Harbor|Maple|555-0134/);
    const { organization } = server.client('SysAdmin').idproofing;
    expect(await organization({ params: { id: organizationId } })).toMatchObject({
      onboardingFlow: 'legacy',
      step: 'decisionPassed',
    });
  });

  test('takes nothing before the organization has accepted its agreement, nor the standard one', async () => {
    const member = await newAdministrator(server, undefined, { hasAccepted: false });
    const { client, organizationId } = member;
    const refused = { status: 409, code: 'E-PROOFING-TERMS' };
    expect(await refusal(client.idproofing.initiate())).toMatchObject(refused);
    await makeLegacy(server, member, 'identity');
    expect(await refusal(client.legacyproofing.acknowledge({ body: { step: 'terms' } }))).toMatchObject(refused);
    expect(await refusal(submit(member))).toMatchObject(refused);
    expect(await sql('select from legacy_quizzes where organization_id = $1', [organizationId])).toEqual([]);
    const accept = async () => {
      const agreement = await client.eulas.active({ query: {} });
      await client.eulas.accept({ params: { id: agreement?.id ?? '' } });
    };
    await accept();
    expect(await submit(member)).toMatchObject({ legacyStep: 'quiz' });
    // A newer agreement stands between the questions and their answers.
    await sql('delete from eula_acceptances where organization_id = $1', [organizationId]);
    expect(await refusal(answer(member))).toMatchObject(refused);
    await accept();
    expect(await answer(member)).toMatchObject({ idProofProcessStatus: 'Proofed_By_Equifax' });
  });

  test('repeats the questions for one wrong answer, and asks for a document after more', async () => {
    const almost = await legacyAdministrator(server);
    await submit(almost);
    expect(await answer(almost, 1)).toEqual({ idProofProcessStatus: 'Not_Id_Proofed', legacyStep: 'quiz' });
    expect((await almost.client.legacyproofing.quiz({})).questions).toHaveLength(2);
    expect(await answer(almost)).toMatchObject({ idProofProcessStatus: 'Proofed_By_Equifax' });

    const last = await legacyAdministrator(server);
    await submit(last);
    await answer(last, 1);
    expect(await answer(last, 1)).toMatchObject({ idProofProcessStatus: 'Awaiting_Proof_Upload' });

    const wrong = await legacyAdministrator(server);
    await submit(wrong, { formerAddress: null });
    expect(await answer(wrong, 2)).toMatchObject({ idProofProcessStatus: 'Awaiting_Proof_Upload' });
    expect(await wrong.client.idproofing.refusal({})).toEqual({ reason: null, decidedAt: null });
    await wrong.client.idproofing.manual({ file: photo });
    expect(await stateOf(wrong)).toMatchObject({ idProofProcessStatus: 'Awaiting_Manual_Proofing' });
    const reviewer = server.client('SysAdmin').idproofing;
    const { items } = await reviewer.reviews({ query: { search: wrong.userName } });
    await reviewer.refuse({ params: { id: items[0]?.id ?? '' }, body: { reason: 'The photo is dark.' } });
    expect(await wrong.client.idproofing.refusal({})).toMatchObject({ reason: 'The photo is dark.' });
    const colleague = await newAdministrator(server, wrong.organizationId);
    expect(await colleague.client.idproofing.refusal({})).toMatchObject({ reason: null });
  });

  test('fails at once for an SSN that was never issued and for a minor, and after three identities without an answer', async () => {
    for (const change of [{ ssn: '666-12-3456' }, { dateOfBirth: `${new Date().getUTCFullYear() - 17}-01-01` }])
      expect(await submit(await legacyAdministrator(server), change)).toMatchObject({
        idProofProcessStatus: 'Awaiting_Proof_Upload',
      });
    const member = await legacyAdministrator(server);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await submit(member)).toMatchObject({ legacyStep: 'quiz' });
      const body = await answersOf(server, member);
      await sql('update legacy_quizzes set expires_at = now() where id = $1', [body.quizId]);
      expect(await refusal(member.client.legacyproofing.answer({ body }))).toMatchObject({
        code: 'E-PROOFING-QUIZ-EXPIRED',
      });
      expect(await stateOf(member)).toMatchObject({ legacyStep: 'identity' });
    }
    expect(await submit(member)).toMatchObject({ idProofProcessStatus: 'Awaiting_Proof_Upload' });
  });

  test('refuses what is wrong with an identity, field by field', async () => {
    const member = await legacyAdministrator(server);
    const problems = async (change: object) => (await refusal(submit(member, change))).modelState;
    expect(await problems({ ssn: '12-34' })).toEqual({ ssn: [socialSecurityText] });
    expect(await problems({ dateOfBirth: '2999-01-01', phoneNumber: '12' })).toEqual({
      dateOfBirth: ['Enter a date of birth in the past.'],
      phoneNumber: ['Enter a valid phone number with 10 digits.'],
    });
    expect(await problems({ currentAddress: { ...identity.currentAddress, state: 'XX', zip: '1' } })).toEqual({
      'currentAddress.state': ['Choose a state from the list.'],
      'currentAddress.zip': ['Enter a valid ZIP code: 5 or 9 digits.'],
    });
    const same = { ...identity.currentAddress, addressLine: '12  maple court.' };
    expect(await problems({ formerAddress: { ...same, zip: '43004-1234' } })).toEqual({
      'formerAddress.addressLine': ['The former address is the same as the current address.'],
    });
    expect(Object.keys((await problems({ firstName: 'a'.repeat(256) })) ?? {})).toEqual(['firstName']);
    expect(
      await sql('select attempts from legacy_onboardings where organization_id = $1', [member.organizationId]),
    ).toEqual([{ attempts: 0 }]);
  });

  test('and the standard one exclude each other; answers are complete and of their own person', async () => {
    const standard = await newAdministrator(server);
    expect(await refusal(submit(standard))).toMatchObject({ code: 'E-PROOFING-STEP' });
    const member = await legacyAdministrator(server);
    expect(await refusal(member.client.idproofing.initiate())).toMatchObject({ code: 'E-PROOFING-STEP' });
    const colleague = await newAdministrator(server, member.organizationId);
    await submit(member);
    const body = await answersOf(server, member);
    expect(await refusal(colleague.client.legacyproofing.answer({ body }))).toMatchObject({ status: 404 });
    expect(await refusal(colleague.client.legacyproofing.quiz({}))).toMatchObject({ status: 404 });
    const { answers } = body;
    for (const some of [answers.slice(1), [...answers.slice(1), { questionId: 'street', value: 'made up' }]])
      expect(await refusal(member.client.legacyproofing.answer({ body: { ...body, answers: some } }))).toMatchObject({
        status: 400,
        modelState: { answers: ['must have one choice for each question'] },
      });
    // A colleague's identity replaces the questions.
    await submit(colleague);
    expect(await refusal(member.client.legacyproofing.answer({ body }))).toMatchObject({ status: 404 });
    expect(await answer(colleague)).toMatchObject({ idProofProcessStatus: 'Proofed_By_Equifax' });
  });

  test('takes an identity and answers once, also when they are sent many times at the same moment', async () => {
    const member = await legacyAdministrator(server);
    const submits = await Promise.allSettled([1, 2, 3].map(() => submit(member)));
    expect(submits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const body = await answersOf(server, member);
    const answers = await Promise.allSettled([1, 2, 3].map(() => member.client.legacyproofing.answer({ body })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of [...submits, ...answers])
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'E-PROOFING-STEP' });
    expect(await stateOf(member)).toMatchObject({ idProofProcessStatus: 'Proofed_By_Equifax' });
  });

  test('leaves no social security number in any table', async () => {
    const member = await legacyAdministrator(server);
    await sql('update organizations set api_capture = true where id = $1', [member.organizationId]);
    const ssn = '219-09-9871';
    const call = { idempotencyKey: 'canary-of-the-ssn' };
    await member.client.legacyproofing.identity({ body: { ...identity, ssn } }, call);
    await refusal(submit(member, { ssn }));
    await answer(member, 1);
    // With another number it is the same request: not even a hash of the number is stored.
    expect(
      await member.client.legacyproofing.identity({ body: { ...identity, ssn: '219-09-9872' } }, call),
    ).toMatchObject({ legacyStep: 'quiz' });
    const tables = await sql(`select table_schema || '."' || table_name || '"' as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    for (const { name } of tables)
      expect(
        await sql(`select from ${String(name)} t where t::text ~ '219-?09-?987[12]' limit 1`),
        String(name),
      ).toEqual([]);
    expect(tables.length).toBeGreaterThan(50);
  });
});

test('the provider of the demo refuses callers without its secret', async () => {
  const refused = await server.app.inject({ method: 'POST', url: '/demo-knowledge/verifications', payload: {} });
  expect(refused.statusCode).toBe(401);
});

test('an installation that is not the demo and has no provider of identity questions says so', async () => {
  const bare = await startApp({ env: { DEMO: 'false' } });
  try {
    const member = await newAdministrator(bare);
    await makeLegacy(bare, member);
    expect(await refusal(submit(member))).toMatchObject({ code: 'E-PROOFING-QUESTIONS-OFF', status: 409 });
  } finally {
    await bare.close();
  }
});
