import type { FastifyInstance } from 'fastify';
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client';
import { z } from 'zod';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { backToSignIn } from '../pages/messagePage.ts';
import { acrOfConnection } from '../providerConfiguration.ts';
import { isBound, unbindBrowser } from './browserBinding.ts';
import { callbackAddress, type Connection, findConnection, openConnection } from './openConnection.ts';
import { type PendingSignIn, takePending } from './pendingSignIns.ts';
import { acceptSubject } from './acceptSubject.ts';

const querySchema = z.object({ state: z.string().min(1).max(200) });

/** Where the other provider of a connection sends the browser back to. */
export function registerConnectionCallback(app: FastifyInstance, services: LoginServices): void {
  const { provider, config, database } = services;

  app.get('/oidc-sso/callback', async (request, reply) => {
    const query = querySchema.safeParse(request.query);
    const state = query.success ? query.data.state : '';
    if (!isBound(request, config, state)) throw expired(services);
    unbindBrowser(reply, config, state);
    const pending = await takePending(database, state);
    const interaction = pending && (await provider.Interaction.find(pending.interactionUid));
    const connection = pending && (await findConnection(services, pending.connection));
    if (!pending || !interaction || !connection) throw expired(services);

    const subject = await subjectOf(services, { connection, pending, address: request.url, state });
    const account = await acceptSubject(services, {
      subject,
      connection,
      caller: { requestId: request.id, address: request.ip },
      interactionUid: interaction.uid,
    });

    const acr = acrOfConnection(connection.name);
    interaction.result = { login: { accountId: account.id, acr, amr: ['sso'], remember: false } };
    await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
    return reply.header('cache-control', 'no-store').redirect(interaction.returnTo, 303);
  });
}

interface Answer {
  readonly connection: Connection;
  readonly pending: PendingSignIn;
  /** Path and query of the call. */
  readonly address: string;
  readonly state: string;
}

/** The subject of the other provider's ID token, with its address where the provider has verified it. */
async function subjectOf(
  { config, log }: LoginServices,
  { connection, pending, address, state }: Answer,
): Promise<Parameters<typeof acceptSubject>[1]['subject']> {
  try {
    const other = await openConnection(connection, config);
    const current = new URL(callbackAddress(config));
    current.search = new URL(address, current).search;
    const tokens = await authorizationCodeGrant(other, current, {
      pkceCodeVerifier: pending.codeVerifier,
      expectedState: state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    });
    const own = tokens.claims();
    if (!own) throw new Error('The response has no ID token.');
    const claims =
      own['email'] === undefined && other.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(other, tokens.access_token, own.sub)
        : own;
    const { email, email_verified: isVerified } = claims;
    const verifiedEmail = isVerified === true && typeof email === 'string' ? email : null;
    return { issuer: own.iss, subject: own.sub, verifiedEmail };
  } catch (cause) {
    log.warn({ err: cause, connection: connection.name }, 'single sign-on failed');
    throw new SignInProblem(403, {
      title: 'You are not signed in',
      text: `The sign-in at ${connection.displayName} was not completed.`,
      link: { href: `/oidc/interaction/${pending.interactionUid}?password`, label: 'Sign in another way' },
      cause,
    });
  }
}

const expired = ({ config }: LoginServices) =>
  new SignInProblem(400, {
    title: 'This sign-in has expired',
    text: 'It took too long, or it was started in another browser. Start it again.',
    link: backToSignIn(config),
  });
