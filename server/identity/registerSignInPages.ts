import type { FastifyInstance } from 'fastify';
import { errors } from 'oidc-provider';
import { isDatabaseOutage } from '../database/sqlState.ts';
import { ApiProblem } from '../http/problem.ts';
import { registerConnectionCallback } from './connections/registerCallback.ts';
import { registerLoginRoutes } from './login/registerLoginRoutes.ts';
import { SignInProblem } from './login/signInProblem.ts';
import type { LoginServices } from './loginServices.ts';
import { backToSignIn, type Message, renderMessage } from './pages/messagePage.ts';
import { pageHeaders } from './pages/page.ts';
import { registerEmailRoutes } from './emailLinks/registerEmailRoutes.ts';
import { registerPasswordRoutes } from './passwordLinks/registerPasswordRoutes.ts';
import { registerUnlockRoutes } from './unlock/registerUnlockRoutes.ts';

const largestForm = 16 * 1024;

/** The pages for people, in a scope of their own: they take forms and show refusals as pages. */
export function registerSignInPages(app: FastifyInstance, services: LoginServices): void {
  const { config } = services;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestForm },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.setErrorHandler((error, request, reply) => {
    const { status, message } = describe(error, services);
    if (status >= 500) request.log.error({ err: error }, 'sign-in page failed');
    if (status === 503) reply.header('retry-after', '5');
    if (error instanceof ApiProblem) reply.headers(error.headers);
    return reply.code(status).headers(pageHeaders).send(renderMessage(config, message));
  });

  registerLoginRoutes(app, services);
  registerConnectionCallback(app, services);
  registerUnlockRoutes(app, services);
  registerPasswordRoutes(app, services);
  registerEmailRoutes(app, services);
}

interface Description {
  readonly status: number;
  readonly message: Message;
}

function describe(error: unknown, { config }: LoginServices): Description {
  const link = backToSignIn(config);
  if (error instanceof SignInProblem) {
    const { status, title, text } = error;
    return { status, message: { title, text, link: error.link ?? link } };
  }
  if (error instanceof errors.SessionNotFound) {
    const text = 'You are signed in already, it took too long, or cookies are blocked. Go on from the start.';
    return { status: 400, message: { title: 'This sign-in has expired', text, link } };
  }
  const title = 'You are not signed in';
  if (error instanceof ApiProblem) return { status: error.status, message: { title, text: error.message, link } };
  const status = statusOf(error);
  if (status < 500)
    return { status, message: { title, text: 'The form is not valid. Start the sign-in again.', link } };
  const text = 'The sign-in service is not available right now. Try again in a few seconds.';
  return { status: isDatabaseOutage(error) ? 503 : 500, message: { title, text, link } };
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
