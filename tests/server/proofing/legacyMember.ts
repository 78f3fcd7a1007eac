import { z } from 'zod';
import { keyFileOf, readKeyFile } from '../../../server/identity/secrets/keyFile.ts';
import { unseal } from '../../../server/identity/secrets/seal.ts';
import type { TestApp } from '../../support/startApp.ts';
import { type Member, newAdministrator } from './proofingVisitor.ts';

export const identity = {
  firstName: 'Ada',
  lastName: 'Quill',
  dateOfBirth: '1980-05-17',
  ssn: null,
  phoneNumber: '(614) 555-0134',
  currentAddress: { addressLine: '12 Maple Court', addressUnit: null, city: 'Columbus', state: 'OH', zip: '43004' },
  formerAddress: { addressLine: '9 Harbor Street', addressUnit: 'B', city: 'Portland', state: 'ME', zip: '04101' },
};

/** Gives the organization of a member the legacy flow, at the identity form unless another step is named. */
export async function makeLegacy(server: TestApp, { organizationId }: Member, step = 'identity'): Promise<void> {
  const { pool } = server.database;
  await pool.query(
    `update organizations set brand_id = (select id from brands where onboarding_flow = 'legacy' limit 1) where id = $1`,
    [organizationId],
  );
  await pool.query('insert into legacy_onboardings (organization_id, step) values ($1, $2)', [organizationId, step]);
}

export async function legacyAdministrator(server: TestApp, step?: string): Promise<Member> {
  const member = await newAdministrator(server);
  await makeLegacy(server, member, step);
  return member;
}

/** Answers to the open quiz as the provider of the demo knows them, so many of them wrong. */
export async function answersOf(server: TestApp, { client }: Member, wrong = 0) {
  const { quizId, questions } = await client.legacyproofing.quiz({});
  const { rows } = await server.database.pool.query<{ data: string }>('select data from demo_proofing where id = $1', [
    quizId,
  ]);
  const [key] = (await readKeyFile(keyFileOf(server.config))) ?? [];
  if (!key || !rows[0]) throw new Error('The provider of the demo has no such quiz.');
  const known = z
    .object({ questions: z.array(z.object({ id: z.string(), right: z.string() })) })
    .parse(JSON.parse(unseal(key, rows[0].data, `demo_proofing/${quizId}`))).questions;
  const answers = questions.map(({ questionId, answerChoice }, at) => {
    const right = known.find(({ id }) => id === questionId)?.right ?? '';
    const other = answerChoice.find(({ value }) => value !== right)?.value ?? '';
    return { questionId, value: at < wrong ? other : right };
  });
  return { quizId, answers };
}
