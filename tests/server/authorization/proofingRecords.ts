import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../support/startApp.ts';
import { identity } from '../proofing/legacyMember.ts';
import { visitProvider } from '../proofing/proofingVisitor.ts';
import { identityDocument } from './userRecords.ts';

type Ids = Record<string, string>[];

const quizId = `knowledge-${'0'.repeat(48)}`;

/** Questions that wait for the administrator in an organization. */
export async function insertQuiz({ database: { pool } }: TestApp, organizationId: string, userId: string) {
  const texts = ['street', 'city', 'zip'];
  const questions = texts.map((questionId) => ({
    questionId,
    questionText: `Which ${questionId}?`,
    answerChoice: ['right', 'wrong'].map((value) => ({ value, selected: false })),
  }));
  const known = texts.map((id) => ({ id, text: `Which ${id}?`, choices: ['right', 'wrong'], right: 'right' }));
  const data = { round: 1, identity: { bornIn: 5, past: identity.formerAddress }, questions: known };
  const until = `now() + interval '1 day'`;
  await pool.query(
    `insert into legacy_quizzes (id, organization_id, user_id, questions, expires_at) values ($1, $2, $3, $4, ${until})`,
    [quizId, organizationId, userId, JSON.stringify(questions)],
  );
  await pool.query(`insert into demo_proofing (id, data, expires_at) values ($1, $2, ${until})`, [
    quizId,
    JSON.stringify(data),
  ]);
}

/**
 * Steps of onboarding: the administrator works in an organization with the legacy flow, whose next identity leads to a document, and changes to
 * one where a verification has returned and other data wait for the confirmation; there questions wait too.
 */
export async function proofingRecords(
  running: TestApp,
  ownOrganizations: readonly string[],
): Promise<Record<string, Ids>> {
  const { pool } = running.database;
  const administrator = running.client('Administrator');
  const [first = '', second = ''] = ownOrganizations;
  const { userId } = await administrator.profile.get({});
  await pool.query(`update organizations set id_proof_status = 'Not_Id_Proofed' where id = $1`, [first]);
  await administrator.profile.changeOrganization({ body: { orgId: first } });
  const { id, authUrl } = await administrator.idproofing.initiate();
  await running.app.inject({ url: await visitProvider(running, authUrl, 'agree') });
  await administrator.profile.changeOrganization({ body: { orgId: second } });
  await pool.query(
    `update organizations set id_proof_status = 'Not_Id_Proofed',
       brand_id = (select id from brands where onboarding_flow = 'legacy' limit 1) where id = $1`,
    [second],
  );
  await pool.query(`insert into legacy_onboardings (organization_id, step, attempts) values ($1, 'identity', 3)`, [
    second,
  ]);
  await insertQuiz(running, first, userId);
  for (const organizationId of [first, second])
    await pool.query(
      `insert into verification_sessions (id, organization_id, user_id, person, expires_at)
       values ($1, $2, $3, $4, now() + interval '1 day')`,
      [
        randomUUID(),
        organizationId,
        userId,
        JSON.stringify({ firstName: 'Avery', lastName: 'Mendez', dateOfBirth: '1980-05-17' }),
      ],
    );
  const { rows: others } = await pool.query<{ organization: string; user: string }>(
    `select distinct on (organization_id) organization_id as organization, user_id as user from organization_users
     where organization_id <> all($1) limit 3`,
    [ownOrganizations],
  );
  const reviews: Ids = [];
  for (const { organization, user } of others) {
    const review = randomUUID();
    const { name, mediaType, bytes } = identityDocument;
    await pool.query(
      `insert into proof_reviews (id, organization_id, user_id, file_name, media_type, size, content) values ($1, $2, $3, $4, $5, $6, $7)`,
      [review, organization, user, name, mediaType, bytes.length, Buffer.from(bytes)],
    );
    reviews.push({ id: review });
  }
  const [shown = {}, approved = {}, refused = {}] = reviews;
  return {
    '/api/idproofing/initiations/{id}': [{ id }],
    '/api/admin/idproofing/reviews/{id}': [shown],
    '/api/admin/idproofing/reviews/{id}/document': [shown],
    '/api/admin/idproofing/reviews/{id}/approve': [approved],
    '/api/admin/idproofing/reviews/{id}/refuse': [refused],
  };
}

/** Inputs that are accepted for sure. */
export const proofingCalls = (existing: Readonly<Record<string, readonly Record<string, string>[]>>) => ({
  'POST /api/idproofing/initiate': { body: { mode: 'tab' } },
  'POST /api/idproofing/validate': { body: existing['/api/idproofing/initiations/{id}']?.[0] },
  'GET /api/idproofing/verificationsession': {},
  'POST /api/idproofing/confirm': {},
  'POST /api/idproofing/manual': {},
  'GET /api/idproofing/manual': {},
  'POST /api/idproofing/legacy/acknowledge': { body: { step: 'welcome' } },
  'POST /api/idproofing/legacy/identity': { body: identity },
  'GET /api/idproofing/legacy/quiz': {},
  'POST /api/idproofing/legacy/quiz': {
    body: {
      quizId,
      answers: ['street', 'city', 'zip'].map((questionId, at) => ({ questionId, value: at === 0 ? 'wrong' : 'right' })),
    },
  },
  'POST /api/admin/idproofing/reviews/{id}/approve': {},
  'POST /api/admin/idproofing/reviews/{id}/refuse': { body: { reason: 'Not readable.' } },
});
