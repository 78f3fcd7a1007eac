import type { FastifyReply } from 'fastify';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { bindBrowser } from './browserBinding.ts';
import { callbackAddress, findConnection, openConnection } from './openConnection.ts';
import { keepPending } from './pendingSignIns.ts';

interface Start {
  readonly reply: FastifyReply;
  readonly connection: string;
  readonly interactionUid: string;
  /** Network address of the caller. */
  readonly address: string;
}

/** Sends the browser to the other provider of a named connection (spec 2 section 2, /account/login/{connection}). */
export async function startConnection(
  services: LoginServices,
  { reply, connection: name, interactionUid, address }: Start,
): Promise<FastifyReply> {
  const { database, config, log } = services;
  const wayBack = { href: `/oidc/interaction/${interactionUid}?password`, label: 'Sign in with a password' };
  const connection = await findConnection(services, name);
  if (!connection) {
    throw new SignInProblem(404, {
      title: 'There is no such connection',
      text: `Single sign-on by "${name}" is not set up here, or it is switched off.`,
      link: wayBack,
    });
  }
  const other = await openConnection(connection, config).catch((cause: unknown) => {
    log.warn({ err: cause, connection: name }, 'single sign-on provider does not answer');
    throw new SignInProblem(502, {
      title: `${connection.displayName} does not answer`,
      text: 'Single sign-on is not possible right now. Try again in a few minutes.',
      link: wayBack,
      cause,
    });
  });
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const pending = { connection: name, interactionUid, codeVerifier, nonce };
  await keepPending(database, config.rateLimit, { state, address, pending });
  bindBrowser(reply, config, state);
  const redirect = buildAuthorizationUrl(other, {
    redirect_uri: callbackAddress(config),
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return reply.header('cache-control', 'no-store').redirect(redirect.href, 303);
}
