import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Browser, type Page } from './browser.ts';

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

export interface Visit {
  readonly app: FastifyInstance;
  readonly origin: string;
}

/** An authorization request of the web application, to be changed field by field. */
export function authorization(origin: string, changes: Readonly<Record<string, string | undefined>> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const input = {
    client_id: 'carepost-web',
    response_type: 'code',
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email offline_access api',
    resource: 'urn:carepost:api',
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const parameters = Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { verifier, given: input, address: `/oidc/auth?${new URLSearchParams(parameters).toString()}` };
}

/** Posts to the token endpoint. */
export async function requestTokens(
  { app }: Visit,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: response.statusCode, body: response.json<Tokens & { readonly error?: string }>() };
}

export interface Person {
  readonly userName: string;
  readonly password: string;
}

/** Opens the sign-in page, sends the form and gives the page or address that follows. */
export async function typePassword(browser: Browser, address: string, { userName, password }: Person): Promise<Page> {
  const page = await browser.follow(address);
  return browser.submit(page, { userName, password });
}

export const codeOf = (page: Page): string => new URL(page.location ?? 'x:').searchParams.get('code') ?? '';

interface Session {
  readonly browser?: Browser;
  readonly changes?: Readonly<Record<string, string>>;
}

/** A whole sign-in of the web application: the browser afterwards and its tokens. */
export async function signIn(
  visit: Visit,
  user: Person,
  { browser = new Browser(visit.app, visit.origin), changes = {} }: Session = {},
) {
  const { address, verifier, given: input } = authorization(visit.origin, changes);
  const page = await typePassword(browser, address, user);
  const tokens = await redeem(visit, { code: codeOf(page), verifier, redirect_uri: input.redirect_uri ?? '' });
  return { browser, tokens: tokens.body, page, given: input };
}

export const redeem = (
  visit: Visit,
  {
    code,
    verifier,
    redirect_uri,
    client_id = 'carepost-web',
  }: { code: string; verifier: string; redirect_uri: string; client_id?: string },
) => requestTokens(visit, { grant_type: 'authorization_code', client_id, code, code_verifier: verifier, redirect_uri });

export const refresh = (visit: Visit, refresh_token: string, client_id = 'carepost-web') =>
  requestTokens(visit, { grant_type: 'refresh_token', client_id, refresh_token });

/** Calls the test route that tells who the token speaks for. */
export async function whoIs({ app }: Visit, token: string) {
  const response = await app.inject({ url: '/api/who', headers: { authorization: `Bearer ${token}` } });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
