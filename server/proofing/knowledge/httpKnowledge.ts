import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import type { CustomFetch } from 'openid-client';
import { z } from 'zod';
import { quizTextMax } from '../../../shared/contract/legacyproofing.ts';
import { ProofingFailure } from '../proofing.ts';
import type { Knowledge, KnowledgeResult } from './knowledge.ts';

export interface KnowledgeClient {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const text = z.string().trim().min(1).max(quizTextMax);
const key = z.string().min(1).max(200);
const claims = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('passed') }),
  z.object({ outcome: z.literal('failed') }),
  z.object({
    outcome: z.literal('quiz'),
    quiz: z.object({
      id: key,
      expiresAt: z.iso.datetime(),
      questions: z
        .array(z.object({ id: key, text, choices: z.array(text).min(2).max(20) }))
        .min(1)
        .max(20),
    }),
  }),
]);
const envelope = z.object({ result: z.string().max(64 * 1024) });

/**
 * A provider of identity questions over HTTP: `POST /verifications` and `POST /verifications/{quiz}/answers` return a signed result (JWT), which
 * is believed when issuer, audience, time and the nonce of this very call are right.
 */
export function httpKnowledge({ url, clientId, clientSecret }: KnowledgeClient, fetch: CustomFetch): Knowledge {
  const keys = createRemoteJWKSet(new URL(`${url}/jwks`), {
    [customFetch]: (address: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) =>
      fetch(address, {
        method: 'GET',
        headers: Object.fromEntries(headers),
        body: undefined,
        redirect: 'manual',
        signal,
      }),
  });

  const call = async (path: string, body: object, signal: AbortSignal): Promise<KnowledgeResult> => {
    const nonce = randomBytes(32).toString('base64url');
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...body, nonce }),
      redirect: 'manual',
      signal,
    });
    // A body may quote what was sent, so only the status goes on.
    if (!response.ok) throw new ProofingFailure(`The provider of identity questions responded ${response.status}.`);
    const parsed = envelope.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) throw unreadable();
    return resultOf(await verified(parsed.data.result), nonce);
  };

  const verified = (token: string) =>
    jwtVerify(token, keys, { issuer: url, audience: clientId, requiredClaims: ['exp', 'iat', 'nonce'] }).catch(
      (error: unknown) => {
        if (error instanceof ProofingFailure) throw error;
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
        throw new ProofingFailure(`The result of the provider of identity questions was refused (${code}).`);
      },
    );

  return {
    begin: (identity, signal) => call('/verifications', { identity }, signal),
    answer: (quizId, answers, signal) =>
      call(`/verifications/${encodeURIComponent(quizId)}/answers`, { answers }, signal),
  };
}

const unreadable = () => new ProofingFailure('The provider of identity questions returned no result that can be read.');

function resultOf({ payload }: { readonly payload: unknown }, nonce: string): KnowledgeResult {
  const parsed = claims.and(z.object({ nonce: z.string() })).safeParse(payload);
  if (!parsed.success) throw unreadable();
  const { data } = parsed;
  if (data.nonce !== nonce) throw new ProofingFailure('The result belongs to another call.');
  if (data.outcome !== 'quiz') return { outcome: data.outcome };
  const { id, expiresAt, questions } = data.quiz;
  return {
    outcome: 'quiz',
    quiz: {
      id,
      expiresAt: new Date(expiresAt),
      questions: questions.map((question) => ({
        questionId: question.id,
        questionText: question.text,
        answerChoice: question.choices.map((value) => ({ value, selected: false })),
      })),
    },
  };
}
