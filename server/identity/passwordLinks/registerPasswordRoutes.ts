import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isEmail } from '../../../shared/rules/email.ts';
import { mailedLinkHours } from '../../../shared/rules/user.ts';
import { requireOwnOrigin } from '../login/ownOrigin.ts';
import { SignInProblem } from '../login/signInProblem.ts';
import type { LoginServices } from '../loginServices.ts';
import { newPasswordProblem } from '../newPassword.ts';
import { backToSignIn, renderMessage } from '../pages/messagePage.ts';
import { linkSchema, registerMailedLink } from '../pages/mailedLink.ts';
import { pageHeaders } from '../pages/page.ts';
import { renderExpiredLink, renderForgotten, renderPasswordForm } from '../pages/passwordPage.ts';
import { hashPassword } from '../passwords.ts';
import { requestPasswordLink } from './forgottenPassword.ts';
import { type LinkState, linkOwnerName, linkStateOf, renewPasswordLink, savePassword } from './passwordLinks.ts';

const forgottenSchema = z.object({ userName: z.string().max(320).trim().refine(isEmail) });
const formSchema = linkSchema.extend({ password: z.string().default(''), repeated: z.string().default('') });

/** The page of the link in the mail to create or change a password; it works without a sign-in and does not sign in. */
export function registerPasswordRoutes(app: FastifyInstance, { config, database }: LoginServices): void {
  const send = (reply: FastifyReply, page: string, status = 200) => reply.code(status).headers(pageHeaders).send(page);

  /** The page of a link that is not open: which of the reasons it is, and the way to another one. */
  const sendEnded = (reply: FastifyReply, token: string, state: Exclude<LinkState, 'Open'>) => {
    if (state === 'Expired') return send(reply, renderExpiredLink(config, token), 410);
    throw endedLinks(config)[state];
  };

  // Opening the address changes nothing, because mail scanners open it.
  registerMailedLink(app, config, '/oidc/password', async (reply, token) => {
    if (token === undefined) throw endedLinks(config).Unknown;
    const state = await linkStateOf(database, token);
    return state === 'Open' ? send(reply, renderPasswordForm(config, { token })) : sendEnded(reply, token, state);
  });

  app.post('/oidc/password', async (request, reply) => {
    requireOwnOrigin(request, config);
    const form = formSchema.safeParse(request.body);
    if (!form.success) throw endedLinks(config).Unknown;
    const { token, password, repeated } = form.data;
    // Before the hash, which costs time: links that are not open cost none.
    const state = await linkStateOf(database, token);
    if (state !== 'Open') return sendEnded(reply, token, state);
    const problem = await problemOf(password, repeated, await linkOwnerName(database, token));
    if (problem !== null) return send(reply, renderPasswordForm(config, { token, problem }), 400);
    const caller = { requestId: request.id, address: request.ip };
    const passwordHash = await hashPassword(password);
    if (!(await savePassword(database, config, { token, passwordHash, caller }))) {
      const now = await linkStateOf(database, token);
      return sendEnded(reply, token, now === 'Open' ? 'Unknown' : now);
    }
    return send(
      reply,
      renderMessage(config, {
        title: 'Your password is saved',
        text: 'You can sign in with it now. Sessions that were open have ended.',
        link: backToSignIn(config),
      }),
    );
  });

  app.get('/oidc/password/forgotten', (_request, reply) => send(reply, renderForgotten(config)));

  app.post('/oidc/password/forgotten', async (request, reply) => {
    requireOwnOrigin(request, config);
    const form = forgottenSchema.safeParse(request.body);
    if (!form.success) return send(reply, renderForgotten(config, 'Enter your e-mail address.'), 400);
    await requestPasswordLink(database, form.data.userName, request.id);
    const text = `If this is the address of an account with a password here, a link is on its way to it. It works once, within ${mailedLinkHours} hours.`;
    return send(reply, renderMessage(config, { title: 'Look into your mail', text, link: backToSignIn(config) }));
  });

  app.post('/oidc/password/again', async (request, reply) => {
    requireOwnOrigin(request, config);
    const link = linkSchema.safeParse(request.body);
    const caller = { requestId: request.id, address: request.ip };
    if (!link.success) throw endedLinks(config).Unknown;
    const { token } = link.data;
    if (!(await renewPasswordLink(database, config, { token, caller }))) {
      const state = await linkStateOf(database, token);
      return sendEnded(reply, token, state === 'Open' || state === 'Expired' ? 'Unknown' : state);
    }
    const text = `Another link is on its way to the e-mail address of the account. It works once, within ${mailedLinkHours} hours.`;
    return send(reply, renderMessage(config, { title: 'Look into your mail', text }));
  });
}

async function problemOf(password: string, repeated: string, userName: string): Promise<string | null> {
  const problem = await newPasswordProblem(password, userName);
  if (problem !== null) return `The password ${problem}. Choose another one.`;
  return password === repeated ? null : 'The two passwords are not the same.';
}

/** Only the owner of the mailbox has the token, so the page may say what became of the link. */
const endedLinks = (config: LoginServices['config']) => ({
  Used: new SignInProblem(410, {
    title: 'This link was used',
    text: 'A password was chosen with it, and it works once. Sign in with that password. Was it not you, or do you not know it any more? Choose “Forgot your password?” on the sign-in page.',
    link: backToSignIn(config),
  }),
  Replaced: new SignInProblem(410, {
    title: 'A later mail has another link',
    text: 'This link stopped working when the later one was sent. Open the link of the last mail.',
  }),
  Unknown: new SignInProblem(400, {
    title: 'This link is not valid',
    text: 'It is not complete, or it stopped working because the account was changed. Ask your administrator to send another one.',
  }),
});
