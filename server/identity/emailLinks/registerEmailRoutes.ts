import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../../http/html.ts';
import { requireOwnOrigin } from '../login/ownOrigin.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { backToSignIn, renderMessage } from '../pages/messagePage.ts';
import { pageHeaders, renderPage } from '../pages/page.ts';
import { confirmEmail, isOpenEmailLink } from './emailLinks.ts';

const linkSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/** The page of the link in the mail to a new address; it works without a sign-in and does not sign in. */
export function registerEmailRoutes(app: FastifyInstance, { config, database }: LoginServices): void {
  // Opening the address changes nothing, because mail scanners open it.
  app.get('/oidc/email', async (request, reply) => {
    const link = linkSchema.safeParse(request.query);
    if (!link.success || !(await isOpenEmailLink(database, link.data.token))) throw invalidLink();
    const page = renderPage(config, {
      title: 'Confirm your address',
      body: html`<h1>Confirm your address</h1>
<p>You sign in with this address from then on. Your password stays the same, and you are not signed in by this.</p>
<form method="post" action="/oidc/email">
<input type="hidden" name="token" value="${link.data.token}">
<button type="submit">Confirm</button>
</form>`,
    });
    return reply.headers(pageHeaders).send(page);
  });

  app.post('/oidc/email', async (request, reply) => {
    requireOwnOrigin(request, config);
    const link = linkSchema.safeParse(request.body);
    const caller = { requestId: request.id, address: request.ip };
    if (!link.success || !(await confirmEmail(database, config, { token: link.data.token, caller })))
      throw invalidLink();
    return reply.headers(pageHeaders).send(
      renderMessage(config, {
        title: 'Your address is confirmed',
        text: 'Use it as your user name at the next sign-in.',
        link: backToSignIn(config),
      }),
    );
  });
}

/** One text for every reason. */
const invalidLink = () =>
  new SignInProblem(400, {
    title: 'This link is not valid',
    text: 'It was used already, it has expired, a later one was sent, or it is not complete. Request another one on the page of your account.',
  });
