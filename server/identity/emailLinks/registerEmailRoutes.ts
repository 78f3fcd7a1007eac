import type { FastifyInstance } from 'fastify';
import { mailedLinkHours } from '../../../shared/rules/user.ts';
import { html } from '../../http/html.ts';
import { requireOwnOrigin } from '../login/ownOrigin.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { backToSignIn, renderMessage } from '../pages/messagePage.ts';
import { linkSchema, registerMailedLink } from '../pages/mailedLink.ts';
import { pageHeaders, renderPage } from '../pages/page.ts';
import { confirmEmail, emailLinkStateOf } from './emailLinks.ts';

/** The page of the link in the mail to a new address; it works without a sign-in and does not sign in. */
export function registerEmailRoutes(app: FastifyInstance, { config, database }: LoginServices): void {
  // Opening the address changes nothing, because mail scanners open it.
  registerMailedLink(app, config, '/oidc/email', async (reply, token) => {
    const state = token === undefined ? 'Unknown' : await emailLinkStateOf(database, token);
    if (token === undefined || state !== 'Open') throw endedLink(config, state);
    const page = renderPage(config, {
      title: 'Confirm your address',
      body: html`<h1>Confirm your address</h1>
<p>You sign in with this address from then on. Your password stays the same, and you are not signed in by this.</p>
<form method="post" action="/oidc/email">
<input type="hidden" name="token" value="${token}">
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
      throw endedLink(config, link.success ? await emailLinkStateOf(database, link.data.token) : 'Unknown');
    return reply.headers(pageHeaders).send(
      renderMessage(config, {
        title: 'Your address is confirmed',
        text: 'Use it as your user name at the next sign-in.',
        link: backToSignIn(config),
      }),
    );
  });
}

/** Only the owner of the mailbox has the token, so the page may say that the link is late. */
function endedLink({ publicUrl }: LoginServices['config'], state: Awaited<ReturnType<typeof emailLinkStateOf>>) {
  const link = { href: `${publicUrl}/account/profile`, label: 'Open your account' };
  return state === 'Expired'
    ? new SignInProblem(410, {
        title: 'This link has expired',
        text: `It worked for ${mailedLinkHours} hours and was not used. Your address is still the former one. Request another link on the page of your account.`,
        link,
      })
    : new SignInProblem(400, {
        title: 'This link is not valid',
        text: 'It was used already, a later one was sent, or it is not complete. Request another one on the page of your account.',
        link,
      });
}
