import type { FastifyInstance } from 'fastify';
import { requireOwnOrigin } from '../login/ownOrigin.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { backToSignIn, renderMessage } from '../pages/messagePage.ts';
import { linkSchema, registerMailedLink } from '../pages/mailedLink.ts';
import { pageHeaders } from '../pages/page.ts';
import { renderUnlock } from '../pages/unlockPage.ts';
import { isUnlockLinkOpen, openUnlockLink } from './unlockLinks.ts';

/** The link in the mail to the owner of a locked account; it works without a sign-in. */
export function registerUnlockRoutes(app: FastifyInstance, { config, database }: LoginServices): void {
  registerMailedLink(app, config, '/oidc/unlock', async (reply, token) => {
    if (token === undefined || !(await isUnlockLinkOpen(database, token))) throw invalidLink();
    return reply.headers(pageHeaders).send(renderUnlock(config, token));
  });

  app.post('/oidc/unlock', async (request, reply) => {
    requireOwnOrigin(request, config);
    const link = linkSchema.safeParse(request.body);
    const caller = { requestId: request.id, address: request.ip };
    if (!link.success || !(await openUnlockLink(database, link.data.token, caller))) throw invalidLink();
    return reply.headers(pageHeaders).send(
      renderMessage(config, {
        title: 'Your account is unlocked',
        text: 'You can sign in now.',
        link: backToSignIn(config),
      }),
    );
  });
}

/** One text for every reason. */
const invalidLink = () =>
  new SignInProblem(400, {
    title: 'This link is not valid',
    text: 'It was used already, it is older than 10 minutes, or it is not complete. A lock ends by itself after 10 minutes; an administrator can end it earlier.',
  });
