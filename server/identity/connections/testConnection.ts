import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { ConnectionTest } from '../../../shared/contract/connections.ts';
import { guardedFetch, NoResponse, providerLimits } from '../../jobs/guardedFetch.ts';
import type { IdentityConfig } from '../identityConfig.ts';
import { callbackAddress, type Connection, discoverProvider } from './openConnection.ts';

type Step = ConnectionTest['steps'][number];
type Config = Pick<IdentityConfig, 'production' | 'sso' | 'publicUrl'>;
type Tested = Pick<Connection, 'issuer' | 'clientId' | 'clientSecret'>;

/** Shorter than for a sign-in: the steps follow each other within one call. */
const limits = { ...providerLimits, timeoutMs: 2_500 };

/** What was found out; thrown where the next steps make no sense. */
class Failed extends Error {
  readonly step: Step;
  constructor(name: Step['name'], text: string) {
    super(text);
    this.step = { name, result: 'failed', text };
  }
}

/**
 * Goes the way of a sign-in as far as it goes without a person: discovery, keys, client authentication with a code that is none, and the
 * redirect address. Each step has one sentence; the first that fails is the last one.
 */
export async function testConnection(connection: Tested, config: Config): Promise<ConnectionTest> {
  const send = guardedFetch(config.sso, limits);
  const read = async (name: Step['name'], what: string, url: string) => {
    const response = await send(url, {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      redirect: 'manual',
    }).catch((error: unknown) => {
      throw error instanceof NoResponse ? new Failed(name, `${what} at ${url} ${error.message}.`) : error;
    });
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  };
  const steps: Step[] = [];
  try {
    const { metadata, step } = await discoveryOf(connection, config, read);
    steps.push(step);
    steps.push(await keysOf(metadata, read));
    const provider = await discoverProvider(connection, config, send).catch((cause: unknown) => {
      throw new Failed('discovery', `The provider's description of itself cannot be used: ${messageOf(cause)}.`);
    });
    steps.push(await clientOf(provider, connection, config));
    steps.push(await redirectOf(provider, connection, config, read));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    steps.push(error.step);
  }
  return { isOk: steps.every(({ result }) => result !== 'failed'), steps };
}

type Read = (
  name: Step['name'],
  what: string,
  url: string,
) => Promise<{ readonly status: number; readonly text: string; readonly location: string | null }>;
type Metadata = Readonly<Record<string, unknown>>;

const passed = (name: Step['name'], text: string): Step => ({ name, result: 'passed', text });
const unknown = (name: Step['name'], text: string): Step => ({ name, result: 'unknown', text });

const jsonOf = (text: string): Metadata | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

async function discoveryOf({ issuer }: Tested, { production }: Config, read: Read) {
  const name = 'discovery';
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const { status, text } = await read(name, 'The provider', url);
  if (status !== 200)
    throw new Failed(
      name,
      `${url} responded with status ${status}: the issuer is not the address of an OpenID provider.`,
    );
  const metadata = jsonOf(text);
  if (!metadata) throw new Failed(name, `${url} is not the description of an OpenID provider (it is no JSON object).`);
  const own = typeof metadata['issuer'] === 'string' ? metadata['issuer'] : '';
  if (!URL.canParse(own) || new URL(own).href !== new URL(issuer).href)
    throw new Failed(name, `The provider calls itself "${shortly(own)}": enter exactly this as the issuer.`);
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    const address = metadata[endpoint];
    if (typeof address !== 'string' || !URL.canParse(address))
      throw new Failed(name, `The provider names no ${endpoint}, so it cannot sign anybody in here.`);
    if (production && !address.startsWith('https:'))
      throw new Failed(name, `The ${endpoint} of the provider does not begin with https://.`);
  }
  return { metadata, step: passed(name, `The provider ${own} was found and describes itself correctly.`) };
}

async function keysOf(metadata: Metadata, read: Read): Promise<Step> {
  const url = String(metadata['jwks_uri']);
  const { status, text } = await read('keys', 'The key set', url);
  const keys = jsonOf(text)?.['keys'];
  if (status !== 200 || !Array.isArray(keys))
    throw new Failed('keys', `The key set at ${url} cannot be read (status ${status}).`);
  const usable = keys.filter(
    (key: unknown) =>
      typeof key === 'object' &&
      key !== null &&
      'kty' in key &&
      key.kty !== 'oct' &&
      (!('use' in key) || key.use === 'sig'),
  );
  if (usable.length === 0) throw new Failed('keys', `The key set at ${url} has no key that signs tokens.`);
  return passed(
    'keys',
    `The provider has ${usable.length === 1 ? '1 key' : `${usable.length} keys`} that sign its tokens.`,
  );
}

/** The credentials are right where the provider refuses only the code. */
async function clientOf(provider: Configuration, { clientId, clientSecret }: Tested, config: Config): Promise<Step> {
  const name = 'client';
  const current = new URL(callbackAddress(config));
  current.searchParams.set('code', 'carepost-connection-test');
  const { issuer, authorization_response_iss_parameter_supported: sendsIssuer } = provider.serverMetadata();
  if (sendsIssuer === true) current.searchParams.set('iss', issuer);
  const wrong = clientSecret === null ? 'without a secret' : 'with this secret';
  const problem: unknown = await authorizationCodeGrant(provider, current, {
    pkceCodeVerifier: randomPKCECodeVerifier(),
  }).catch((error: unknown) => error);
  const code =
    problem instanceof ResponseBodyError
      ? problem.error
      : problem instanceof WWWAuthenticateChallengeError
        ? 'invalid_client'
        : undefined;
  switch (code) {
    case 'invalid_grant':
      return passed(name, `The provider accepts the client "${clientId}" ${wrong}.`);
    case 'invalid_client':
      throw new Failed(
        name,
        `The provider does not accept the client "${clientId}" ${wrong}: check client id and client secret.`,
      );
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      throw new Failed(name, `The client "${clientId}" may not sign people in by authorization code at the provider.`);
    case undefined: {
      const reason = noResponseIn(problem);
      if (reason !== undefined) throw new Failed(name, `The token endpoint of the provider ${reason}.`);
      return unknown(
        name,
        `The token endpoint responded unexpectedly, so the client could not be checked: ${messageOf(problem)}.`,
      );
    }
    default:
      return unknown(
        name,
        `The provider responded "${shortly(code)}" to a test code, so the client could not be checked.`,
      );
  }
}

const needsPerson = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** A request that must not display a page comes back with an error, but only to an address that is registered. */
async function redirectOf(provider: Configuration, { clientId }: Tested, config: Config, read: Read): Promise<Step> {
  const name = 'redirect';
  const address = callbackAddress(config);
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: address,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    state: randomState(),
    nonce: randomNonce(),
    prompt: 'none',
  });
  const endpoint = url.origin + url.pathname;
  const { status, location } = await read(name, 'The sign-in page', url.href).catch((error: unknown) => {
    throw error instanceof Failed ? new Failed(name, error.message.replace(url.href, endpoint)) : error;
  });
  if (status >= 400)
    throw new Failed(
      name,
      `The provider refused the sign-in request (status ${status}): register ${address} as redirect address of the client "${clientId}".`,
    );
  const back = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  if (!back || back.origin + back.pathname !== address)
    return unknown(
      name,
      `The provider displays a page of its own, so the redirect address could not be checked: ${address} must be registered there.`,
    );
  const error = back.searchParams.get('error');
  if (error === null || needsPerson.has(error)) return passed(name, `The provider sends people back to ${address}.`);
  throw new Failed(name, `The provider refuses sign-ins of the client "${clientId}": ${shortly(error)}.`);
}

const noResponseIn = (error: unknown): string | undefined => {
  if (error instanceof NoResponse) return error.message;
  return error instanceof Error && error.cause !== undefined ? noResponseIn(error.cause) : undefined;
};

const messageOf = (error: unknown): string =>
  noResponseIn(error) ?? (error instanceof Error ? shortly(error.message) : 'unknown reason');

/** Text of another system: one line, not long. */
const shortly = (text: string): string => text.replace(/\p{C}/gu, ' ').slice(0, 200);
