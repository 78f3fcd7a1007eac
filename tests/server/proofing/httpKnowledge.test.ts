import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CustomFetch } from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { httpKnowledge } from '../../../server/proofing/knowledge/httpKnowledge.ts';
import { ProofingFailure } from '../../../server/proofing/proofing.ts';
import { identity } from './legacyMember.ts';

const client = { url: 'https://questions.example', clientId: 'carepost', clientSecret: 'sesame' };
let keys: CryptoKeyPair;
let otherKeys: CryptoKeyPair;
beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  otherKeys = await generateKeyPair('ES256', { extractable: true });
});

interface Result {
  readonly claims?: object;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string;
  readonly isForged?: boolean;
  readonly status?: number;
}
interface Sent {
  readonly url: string;
  readonly authorization: unknown;
  readonly body: unknown;
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const providerWith =
  (result: Result, sent: Sent[] = []): CustomFetch =>
  async (url, { body, headers }) => {
    if (url.endsWith('/jwks'))
      return json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'ES256' }] });
    const text: unknown = JSON.parse(typeof body === 'string' ? body : '{}');
    const { nonce } = text as { nonce: string }; // what the client has sent
    sent.push({ url, authorization: new Headers(headers).get('authorization'), body: text });
    const token = await new SignJWT({ nonce, outcome: 'passed', ...result.claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(result.issuer ?? client.url)
      .setAudience(result.audience ?? 'carepost')
      .setIssuedAt()
      .setExpirationTime(result.expires ?? '2m')
      .sign((result.isForged ? otherKeys : keys).privateKey);
    return json({ result: token }, result.status);
  };

const { signal } = new AbortController();
const begin = (result: Result, sent?: Sent[]) =>
  httpKnowledge(client, providerWith(result, sent)).begin(identity, signal);

describe('a real provider of identity questions', () => {
  test('gets the identity and the answers with the secret of this installation, and is believed', async () => {
    const sent: Sent[] = [];
    const quiz = {
      id: 'q/1',
      expiresAt: '2026-01-01T00:10:00.000Z',
      questions: [{ id: 'a', text: 'Which street?', choices: ['Elm', 'Oak'] }],
    };
    expect(await begin({ claims: { outcome: 'quiz', quiz } }, sent)).toEqual({
      outcome: 'quiz',
      quiz: {
        id: 'q/1',
        expiresAt: new Date(quiz.expiresAt),
        questions: [
          {
            questionId: 'a',
            questionText: 'Which street?',
            answerChoice: [
              { value: 'Elm', selected: false },
              { value: 'Oak', selected: false },
            ],
          },
        ],
      },
    });
    const answers = [{ questionId: 'a', value: 'Elm' }];
    const knowledge = httpKnowledge(client, providerWith({ claims: { outcome: 'failed' } }, sent));
    expect(await knowledge.answer('q/1', answers, signal)).toEqual({ outcome: 'failed' });
    const authorization = `Basic ${Buffer.from('carepost:sesame').toString('base64')}`;
    expect(sent).toMatchObject([
      { url: `${client.url}/verifications`, authorization, body: { identity } },
      { url: `${client.url}/verifications/q%2F1/answers`, authorization, body: { answers } },
    ]);
  });

  test.each<[string, Result]>([
    ['signed with another key', { isForged: true }],
    ['of another call', { claims: { nonce: 'another' } }],
    ['of another provider', { issuer: 'https://evil.example' }],
    ['for another client', { audience: 'another' }],
    ['that has expired', { expires: '-5m' }],
    ['without a decision', { claims: { outcome: 'maybe' } }],
    [
      'with a quiz without questions',
      { claims: { outcome: 'quiz', quiz: { id: 'q', expiresAt: 'x', questions: [] } } },
    ],
    ['that is an error', { status: 422 }],
  ])('whose result is %s is not believed, and its failure quotes nothing', async (_name, result) => {
    const failure: unknown = await begin(result).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProofingFailure);
    expect(String(failure)).not.toMatch(/Quill|Maple/);
  });
});
