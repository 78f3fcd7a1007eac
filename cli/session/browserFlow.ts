import type { Context } from '../command.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import * as oidc from 'openid-client';
import { CliError } from '../errors.ts';
import { audience, scope } from './provider.ts';
import type { Flow } from './signIn.ts';

const signInTimeoutMs = 3 * 60_000;

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>carepost</title>
<main><h1>${title}</h1><p>${text}</p></main></html>`;

interface CallbackServer {
  readonly redirectUri: string;
  /** The address that the sign-in service redirected to. */
  readonly callback: Promise<URL>;
  close(): void;
}

/** Listens for one redirect on the loopback address at a free port. Everything but the callback is answered with 404. */
const waitForCallback = async (signal: AbortSignal, state: string): Promise<CallbackServer> => {
  const { promise: callback, resolve: resolveCallback, reject: rejectCallback } = Promise.withResolvers<URL>();
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
    // A web page that guesses the port does not know the state, so it can neither end nor complete the sign-in.
    if (request.method !== 'GET' || url.pathname !== '/callback' || url.searchParams.get('state') !== state) {
      response.writeHead(404, headers).end(page('Not found', 'This address only takes the response of a sign-in.'));
      return;
    }
    const isRefused = url.searchParams.has('error');
    const text = isRefused
      ? page('Not signed in', 'The sign-in was refused. See the terminal for details.')
      : page('Signed in', 'You can close this window and go back to the terminal.');
    response.writeHead(200, headers).end(text, () => resolveCallback(url));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const end = AbortSignal.any([signal, AbortSignal.timeout(signInTimeoutMs)]);
  const stop = () => rejectCallback(new CliError(signal.aborted ? 'E-INTERRUPTED' : 'E-SIGN-IN-TIMEOUT'));
  end.addEventListener('abort', stop, { once: true });
  return {
    redirectUri,
    callback,
    close() {
      end.removeEventListener('abort', stop);
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Code flow with PKCE, state and nonce in the browser of this machine (RFC 8252). */
export const browserFlow = (context: Context, useBrowser: boolean): Flow => ({
  grant: 'browser',
  async obtain(provider) {
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const verifier = oidc.randomPKCECodeVerifier();
    const server = await waitForCallback(context.signal, state);
    try {
      const address = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: server.redirectUri,
        scope,
        resource: audience,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      // The user needs the address also with --quiet and when stderr is a pipe.
      context.io.stderr.write(
        useBrowser
          ? `Opening the browser at\n  ${address.href}\n`
          : `Open this address in a browser on this machine:\n  ${address.href}\n`,
      );
      if (useBrowser) context.io.openBrowser(address.href);
      const url = await server.callback;
      return await oidc.authorizationCodeGrant(
        provider,
        url,
        { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
        { resource: audience },
      );
    } finally {
      server.close();
    }
  },
});
