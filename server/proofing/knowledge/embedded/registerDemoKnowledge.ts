import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../database/openDatabase.ts';
import { demoProofing } from '../../../database/schema/proofing.ts';
import type { InstallationSecrets } from '../../../identity/secrets/installationSecrets.ts';
import { demoIdentityOf, demoOutcome, demoQuestions } from './demoQuestions.ts';

interface DemoKnowledge {
  readonly database: Database;
  readonly secrets: InstallationSecrets;
  readonly prefix: string;
  readonly issuer: string;
}

export const demoKnowledgeClient = 'carepost';
const algorithm = 'ES256';
const keyId = 'demo-knowledge';
/** The time for the answers of a quiz. */
const quizMinutes = 10;

const createSecrets = async (): Promise<{ readonly privateKey: JWK; readonly clientSecret: string }> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateKey: await exportJWK(privateKey), clientSecret: randomBytes(32).toString('base64url') };
};

const text = z.string().max(500);
const address = z.object({
  addressLine: text,
  addressUnit: text.nullish(),
  city: text,
  state: text,
  zip: z.string().regex(/^\d{5}/),
});
const nonce = z.string().min(1).max(200);
const beginning = z.object({
  nonce,
  identity: z.object({
    firstName: text,
    lastName: text,
    dateOfBirth: z.iso.date(),
    ssn: text.nullish(),
    phoneNumber: text.nullish(),
    currentAddress: address,
    formerAddress: address.nullish(),
  }),
});
const answering = z.object({ nonce, answers: z.array(z.object({ questionId: text, value: text })).max(20) });
const quizPath = z.object({ id: z.string().regex(/^knowledge-[\da-f]{48}$/) });

/** A quiz as the provider keeps it until its answers: the identity that the demo made of what was submitted, and the right answers. */
const stored = z.object({
  round: z.int(),
  identity: z.object({ bornIn: z.int(), past: address }),
  questions: z.array(z.object({ id: text, text, choices: z.array(text), right: text })),
});
type Stored = z.output<typeof stored>;

/**
 * A provider of identity questions that speaks as a real one does, so that the demo can proof people without a contract elsewhere. It knows of a
 * person what was submitted: it asks about the former address, or the current one.
 */
export async function openDemoKnowledge(
  app: FastifyInstance,
  { database, secrets, prefix, issuer }: DemoKnowledge,
): Promise<{ readonly clientSecret: string }> {
  const { privateKey, clientSecret } = await secrets.load('demoKnowledge', createSecrets);
  const { kty, crv, x, y } = privateKey;

  const send = async (reply: FastifyReply, claims: Readonly<Record<string, unknown>>) => {
    const result = await new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: keyId })
      .setIssuer(issuer)
      .setAudience(demoKnowledgeClient)
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(await importJWK(privateKey, algorithm));
    return reply.header('cache-control', 'no-store').send({ result });
  };
  const sendQuiz = async (reply: FastifyReply, quizNonce: string, quiz: Omit<Stored, 'questions'>) => {
    const id = `knowledge-${randomBytes(24).toString('hex')}`;
    const questions = demoQuestions(quiz.identity, quiz.round);
    const expiresAt = new Date(Date.now() + quizMinutes * 60_000);
    const data = secrets.sealIdentity(`demo_proofing/${id}`, JSON.stringify({ ...quiz, questions }));
    await database.db.insert(demoProofing).values({ id, data, expiresAt });
    return send(reply, {
      nonce: quizNonce,
      outcome: 'quiz',
      quiz: {
        id,
        expiresAt: expiresAt.toISOString(),
        questions: questions.map(({ id: questionId, text: words, choices }) => ({
          id: questionId,
          text: words,
          choices,
        })),
      },
    });
  };
  /** A quiz is answered once: right or wrong, it is gone. */
  const takeQuiz = async (id: string): Promise<Stored | undefined> => {
    const [row] = await database.db
      .delete(demoProofing)
      .where(and(eq(demoProofing.id, id), sql`${demoProofing.expiresAt} > now()`))
      .returning({ data: demoProofing.data });
    return row && stored.parse(JSON.parse(await secrets.openIdentity(`demo_proofing/${id}`, row.data)));
  };

  await app.register(
    async (scope) => {
      scope.get('/jwks', async () => ({ keys: [{ kty, crv, x, y, kid: keyId, alg: algorithm, use: 'sig' }] }));
      // As objects: one line more would make routes by the other form.
      scope.route({
        method: 'POST',
        url: '/verifications',
        handler: async (request, reply) => {
          if (!isClient(request, clientSecret)) return refuse(reply, 401);
          const body = beginning.safeParse(request.body);
          if (!body.success) return refuse(reply, 400);
          const identity = demoIdentityOf(body.data.identity);
          if (!identity) return send(reply, { nonce: body.data.nonce, outcome: 'failed' });
          return sendQuiz(reply, body.data.nonce, { round: 1, identity });
        },
      });
      scope.route({
        method: 'POST',
        url: '/verifications/:id/answers',
        handler: async (request, reply) => {
          if (!isClient(request, clientSecret)) return refuse(reply, 401);
          const path = quizPath.safeParse(request.params);
          const body = answering.safeParse(request.body);
          if (!body.success) return refuse(reply, 400);
          const quiz = path.success ? await takeQuiz(path.data.id) : undefined;
          if (!quiz) return refuse(reply, 404);
          const { round, identity, questions } = quiz;
          const outcome = demoOutcome(questions, body.data.answers, round);
          return outcome === 'quiz'
            ? sendQuiz(reply, body.data.nonce, { round: round + 1, identity })
            : send(reply, { nonce: body.data.nonce, outcome });
        },
      });
    },
    { prefix },
  );
  return { clientSecret };
}

const refuse = (reply: FastifyReply, status: number) => reply.code(status).header('cache-control', 'no-store').send({});

const digest = (value: string) => createHash('sha256').update(value).digest();
const isClient = ({ headers }: FastifyRequest, clientSecret: string): boolean => {
  const expected = `Basic ${Buffer.from(`${demoKnowledgeClient}:${clientSecret}`).toString('base64')}`;
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(expected));
};
