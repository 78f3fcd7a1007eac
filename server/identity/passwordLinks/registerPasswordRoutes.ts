import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { passwordProblem } from '../../../shared/rules/password.ts';
import { isCommonPassword } from '../commonPasswords.ts';
import { requireOwnOrigin } from '../login/ownOrigin.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { backToSignIn, renderMessage } from '../pages/messagePage.ts';
import { pageHeaders } from '../pages/page.ts';
import { renderPasswordForm } from '../pages/passwordPage.ts';
import { hashPassword } from '../passwords.ts';
import { isOpenLink, savePassword } from './passwordLinks.ts';

const linkSchema = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) });
const formSchema = linkSchema.extend({ password: z.string().default(''), repeated: z.string().default('') });

/** The page of the link in the mail to create or change a password; it works without a sign-in and does not sign in. */
export function registerPasswordRoutes(app: FastifyInstance, { config, database }: LoginServices): void {
  const send = (reply: FastifyReply, page: string, status = 200) => reply.code(status).headers(pageHeaders).send(page);

  // Opening the address changes nothing, because mail scanners open it.
  app.get('/oidc/password', async (request, reply) => {
    const link = linkSchema.safeParse(request.query);
    if (!link.success || !(await isOpenLink(database, link.data.token))) throw invalidLink();
    return send(reply, renderPasswordForm(config, { token: link.data.token }));
  });

  app.post('/oidc/password', async (request, reply) => {
    requireOwnOrigin(request, config);
    const form = formSchema.safeParse(request.body);
    if (!form.success) throw invalidLink();
    const { token, password, repeated } = form.data;
    // Before the hash, which costs time: unknown links cost none.
    if (!(await isOpenLink(database, token))) throw invalidLink();
    const problem = await problemOf(password, repeated);
    if (problem !== null) return send(reply, renderPasswordForm(config, { token, problem }), 400);
    const caller = { requestId: request.id, address: request.ip };
    const passwordHash = await hashPassword(password);
    if (!(await savePassword(database, config, { token, passwordHash, caller }))) throw invalidLink();
    return send(
      reply,
      renderMessage(config, {
        title: 'Your password is saved',
        text: 'You can sign in with it now. Sessions that were open have ended.',
        link: backToSignIn(config),
      }),
    );
  });
}

async function problemOf(password: string, repeated: string): Promise<string | null> {
  const problem = passwordProblem(password);
  if (problem !== null) return `The password ${problem}.`;
  if (await isCommonPassword(password)) return 'This password is one of the most common ones. Choose another one.';
  return password === repeated ? null : 'The two passwords are not the same.';
}

/** One text for every reason. */
const invalidLink = () =>
  new SignInProblem(400, {
    title: 'This link is not valid',
    text: 'It was used already, it has expired, a later one was sent, or it is not complete. Ask your administrator to send another one.',
  });
