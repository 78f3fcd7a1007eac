import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireOwnOrigin } from '../login/ownOrigin.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { backToSignIn, renderMessage } from '../pages/messagePage.ts';
import { pageHeaders } from '../pages/page.ts';
import { renderUnlock } from '../pages/unlockPage.ts';
import { openUnlockLink } from './unlockLinks.ts';

const formSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });

/** The link in the mail to the owner of a locked account; it works without a sign-in. */
export function registerUnlockRoutes(app: FastifyInstance, { config, database }: LoginServices): void {
  app.get('/oidc/unlock', async (request, reply) => {
    const link = formSchema.safeParse(request.query);
    if (!link.success) throw invalidLink();
    return reply.headers(pageHeaders).send(renderUnlock(config, link.data.token));
  });

  app.post('/oidc/unlock', async (request, reply) => {
    requireOwnOrigin(request, config);
    const link = formSchema.safeParse(request.body);
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
