import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { CustomFetch } from 'openid-client';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openIdProofing } from '../../../server/proofing/openIdProofing.ts';
import { ProofingFailure } from '../../../server/proofing/proofing.ts';
import { providerLimits } from '../../../server/jobs/guardedFetch.ts';
import { providerFetch } from '../../../server/proofing/providerFetch.ts';
import { type FakeDirectory as FakeServer, startDirectory as startFake } from '../fhir/fakeDirectory.ts';

const issuer = 'https://id.example';
const client = {
  issuer,
  clientId: 'carepost',
  clientSecret: 'sesame',
  returnUrl: 'https://care.example/idproofing/return',
  allowsHttp: false,
};
const secrets = { nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) };
let keys: CryptoKeyPair;
let otherKeys: CryptoKeyPair;
beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  otherKeys = await generateKeyPair('ES256', { extractable: true });
});

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

interface Token {
  readonly claims?: JWTPayload;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string;
  readonly isForged?: boolean;
}

const verified = {
  nonce: secrets.nonce,
  identity_verified: true,
  given_name: 'Ada',
  family_name: 'Quill',
  birthdate: '1980-05-17',
};

/** A provider with this ID token; `sent` collects the forms of its token endpoint. */
const providerWith = (token: Token, sent: URLSearchParams[] = []): CustomFetch => {
  const { claims = verified, expires = '5m', isForged = false } = token;
  return async (url, { body }) => {
    const { pathname } = new URL(url);
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['ES256'],
      });
    if (pathname === '/jwks') return json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'ES256' }] });
    sent.push(body instanceof URLSearchParams ? body : new URLSearchParams());
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(token.issuer ?? issuer)
      .setAudience(token.audience ?? 'carepost')
      .setSubject('s')
      .setIssuedAt(expires.startsWith('-') ? '-10m' : undefined)
      .setExpirationTime(expires)
      .sign((isForged ? otherKeys : keys).privateKey);
    return json({ access_token: 'a', token_type: 'bearer', id_token: idToken });
  };
};

const signal = new AbortController().signal;
const resultOf = (token: Token, sent?: URLSearchParams[]) =>
  openIdProofing(client, providerWith(token, sent)).result('the-code', secrets, signal);
const failureOf = async (call: Promise<unknown>): Promise<ProofingFailure> => {
  const failure = await call.then(
    (value) => new Error(`accepted ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof ProofingFailure)) throw failure;
  return failure;
};

describe('a real identity provider', () => {
  test('is asked by code with PKCE, nonce and the secret of this installation', async () => {
    const proofing = openIdProofing(client, providerWith({}));
    const address = new URL(await proofing.authUrl({ ...secrets, state: 'the-state' }, signal));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'carepost',
      redirect_uri: client.returnUrl,
      response_type: 'code',
      state: 'the-state',
      nonce: 'the-nonce',
      code_challenge_method: 'S256',
    });
    const sent: URLSearchParams[] = [];
    expect(await resultOf({}, sent)).toEqual({
      isVerified: true,
      person: { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1980-05-17' },
    });
    expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
      code: 'the-code',
      code_verifier: secrets.codeVerifier,
      client_secret: 'sesame',
    });
    expect(await resultOf({ claims: { nonce: secrets.nonce, identity_verified: false } })).toEqual({
      isVerified: false,
    });
  });

  test.each<[string, Token]>([
    ['signed with another key', { isForged: true }],
    ['of another verification', { claims: { ...verified, nonce: 'another' } }],
    ['of another provider', { issuer: 'https://evil.example' }],
    ['for another client', { audience: 'another' }],
    ['that has expired', { expires: '-5m' }],
    ['without a name', { claims: { ...verified, family_name: '' } }],
    ['without a date of birth', { claims: { ...verified, birthdate: 'unknown' } }],
    ['without a decision', { claims: { nonce: secrets.nonce } }],
  ])('whose result is %s is not believed', async (_name, token) => {
    const failure = await failureOf(resultOf(token));
    expect(failure.isUnavailable).toBe(false);
    expect(failure.message).not.toMatch(/Ada|Quill|1980/);
  });
});

describe('an identity provider over the network', () => {
  let fake: FakeServer | undefined;
  afterEach(() => fake?.close());

  test('that fails, is silent, redirects or is in a private network is not available, and nothing else is', async () => {
    const call = async (respond: Parameters<typeof startFake>[0], allowPrivate = true) => {
      await fake?.close();
      fake = await startFake(respond);
      const at = { ...client, issuer: fake.url.origin, allowsHttp: true };
      const proofing = openIdProofing(at, providerFetch({ allowPrivate }, { ...providerLimits, timeoutMs: 200 }));
      return failureOf(proofing.authUrl({ ...secrets, state: 's' }, signal));
    };
    const unavailable = { isUnavailable: true };
    expect(await call((_request, response) => response.writeHead(500).end())).toMatchObject(unavailable);
    expect(await call(() => undefined)).toMatchObject(unavailable);
    expect(
      await call((_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()),
    ).toMatchObject(unavailable);
    expect(fake?.requested).toEqual(['/.well-known/openid-configuration']);
    expect(await call((_request, response) => response.end('{}'), false)).toMatchObject(unavailable);
    expect(fake?.requested).toEqual([]);
  });
});
