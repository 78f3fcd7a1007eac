import { createServer } from 'node:http';
import * as oidc from 'openid-client';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { audience, scope } from './provider.ts';
import type { Flow } from './signIn.ts';

const longestSignIn = 3 * 60_000;

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>carepost</title>
<main><h1>${title}</h1><p>${text}</p></main></html>`;

interface Waiting {
  readonly redirectUri: string;
  /** The address the browser came back to; once. */
  readonly callback: Promise<URL>;
  close(): void;
}

/** A server for one answer, on this machine only, at a port the system chooses. Anything but the callback is 404. */
const waitForCallback = async (signal: AbortSignal, state: string): Promise<Waiting> => {
  let resolveCallback: (url: URL) => void = () => undefined;
  let rejectCallback: (error: Error) => void = () => undefined;
  const callback = new Promise<URL>((resolve, reject) => {
    resolveCallback = resolve;
    rejectCallback = reject;
  });
  callback.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    };
    // A page that guesses the port does not know the state, so it can neither end nor answer the sign-in.
    if (request.method !== 'GET' || url.pathname !== '/callback' || url.searchParams.get('state') !== state) {
      response.writeHead(404, headers).end(page('Not found', 'This address only takes the answer of a sign-in.'));
      return;
    }
    const refused = url.searchParams.has('error');
    const text = refused
      ? page('Not signed in', 'The sign-in was refused. The terminal says more.')
      : page('Signed in', 'You can close this window and go back to the terminal.');
    response.writeHead(200, headers).end(text, () => resolveCallback(url));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const timer = setTimeout(() => rejectCallback(new CliError('E-SIGN-IN-TIMEOUT')), longestSignIn);
  const stop = () => rejectCallback(new CliError('E-INTERRUPTED'));
  signal.addEventListener('abort', stop, { once: true });
  return {
    redirectUri,
    callback,
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Code flow with PKCE, state and nonce through the browser of this machine (RFC 8252). */
export const browserFlow = (context: Context, useBrowser: boolean): Flow => ({
  grant: 'browser',
  async obtain(provider) {
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const verifier = oidc.randomPKCECodeVerifier();
    const waiting = await waitForCallback(context.signal, state);
    try {
      const address = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: waiting.redirectUri,
        scope,
        resource: audience,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      // The address is what the person needs, so neither --quiet nor a pipe holds it back.
      context.io.stderr.write(
        useBrowser
          ? `Opening the browser at\n  ${address.href}\n`
          : `Open this address in a browser on this machine:\n  ${address.href}\n`,
      );
      if (useBrowser) context.io.openBrowser(address.href);
      const url = await waiting.callback;
      return await oidc.authorizationCodeGrant(
        provider,
        url,
        { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
        { resource: audience },
      );
    } finally {
      waiting.close();
    }
  },
});
