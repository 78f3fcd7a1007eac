import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export interface OtherPerson {
  readonly email?: string;
  readonly email_verified?: unknown;
}

/**
 * Another OpenID provider on a port of its own, as a hospital might run: its one person is signed in without a page.
 * Tokens for our API carry the role claim given.
 */
export async function startOtherProvider(
  redirectUris: readonly string[],
  claims: Readonly<Record<string, unknown>> = {},
) {
  const http = createServer();
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  let user: OtherPerson = {};
  let subject = 'their-number-7';
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'carepost-here',
        client_secret: 'shared-with-the-hospital',
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'client_credentials'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'theirs', alg: 'ES256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: true,
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...user }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    extraTokenClaims: async () => ({ ...claims }),
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async (_ctx, audience) => ({
          scope: 'api',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  const handle = provider.callback();
  let keyFetches = 0;
  http.on('request', (request, response) => {
    if (request.url === '/jwks') keyFetches += 1;
    if (request.url?.startsWith('/sign-in/')) {
      void provider.interactionFinished(request, response, { login: { accountId: subject } });
    } else void handle(request, response);
  });
  return {
    issuer,
    keyFetches: () => keyFetches,
    setPerson: (next: OtherPerson, nextSubject = 'their-number-7') => {
      user = next;
      subject = nextSubject;
    },
    /** An access token for our API with these claims, `iss` included. */
    signToken: (sub: string, changes: Readonly<Record<string, unknown>> = {}) =>
      new SignJWT({ ...changes })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'theirs' })
        .setIssuer(typeof changes['iss'] === 'string' ? changes['iss'] : issuer)
        .setAudience('urn:carepost:api')
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime('60s')
        .sign(privateKey),
    close: () => new Promise((closed) => http.close(closed)),
  };
}

/** Follows the other provider's redirects, as the browser does, until they lead away from it. */
export async function passThrough(address: string, leadsTo: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  while (!next.startsWith(leadsTo)) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`The other provider stopped at ${next}: ${answer.status} ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}
