import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { type Account, findAccountById } from '../accounts.ts';
import { startConnection } from '../connections/startConnection.ts';
import type { LoginServices } from '../loginServices.ts';
import { type CodeForm, renderCodeForm } from '../pages/codePage.ts';
import { type LoginProblem, refusedProblem, renderLogin } from '../pages/loginPage.ts';
import { backToSignIn } from '../pages/messagePage.ts';
import { pageHeaders } from '../pages/page.ts';
import { cookieNames } from '../providerConfiguration.ts';
import { mailCode } from '../twoFactor/mailedCodes.ts';
import { dropPendingCode, keepPendingCode, pendingAccount } from '../twoFactor/pendingCodes.ts';
import { codeSource } from '../twoFactor/secondFactor.ts';
import { signInByCode } from '../twoFactor/signInByCode.ts';
import { findLoginChoices } from './loginChoices.ts';
import { requireOwnOrigin } from './ownOrigin.ts';
import { signInByPassword } from './signInByPassword.ts';

/** No name holds control characters, and PostgreSQL takes no NUL. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '');

const formSchema = z.object({
  userName: z.string().max(320).default('').transform(printable),
  password: z.string().max(1024).default(''),
});

const codeSchema = z.object({ code: z.string().max(20) });

/** The sign-in page of an interaction that the provider started, and the form it sends. */
export function registerLoginRoutes(app: FastifyInstance, services: LoginServices): void {
  const { provider, config, database } = services;

  const showLogin = async (reply: FastifyReply, status: number, problem?: LoginProblem) =>
    reply
      .code(status)
      .headers(pageHeaders)
      .send(renderLogin(config, { ...(await findLoginChoices(database, config)), ...(problem ? { problem } : {}) }));

  const showCode = (reply: FastifyReply, status: number, form: CodeForm) =>
    reply.code(status).headers(pageHeaders).send(renderCodeForm(config, form));

  /** False where no more codes are mailed for now: the last one works. */
  const mailTo = async (account: Account) =>
    (await inTransaction(database, (tx) => mailCode(tx, services, account))) !== null;

  /** Whose password was entered, and where the missing code comes from. */
  const pendingOf = async (uid: string) => {
    const accountId = await pendingAccount(database, uid);
    const account = accountId === undefined ? undefined : await findAccountById(database, config, accountId);
    if (!account) throw new errors.SessionNotFound('no password was entered');
    return { account, from: (await codeSource(database.db, account.id)) ?? 'app' };
  };

  app.get('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await interactionOf(provider, request, reply).catch(async (error: unknown) => {
      // "Back" after the sign-in: the interaction is used up, and the provider knows the browser.
      if (error instanceof errors.SessionNotFound && (await isSignedIn(services, request, reply))) return undefined;
      throw error;
    });
    if (!interaction) return reply.redirect(backToSignIn(config).href, 303);
    const connection = wantedConnection(request, interaction.params);
    if (connection === undefined) return showLogin(reply, 200);
    return startConnection(services, { reply, connection, interactionUid: interaction.uid, address: request.ip });
  });

  app.post('/oidc/interaction/:uid', async (request, reply) => {
    requireOwnOrigin(request, config);
    const { uid } = await interactionOf(provider, request, reply);
    const form = formSchema.safeParse(request.body);
    // Longer than any name or password can be.
    if (!form.success) return showLogin(reply, 401, refusedProblem);
    const { userName, password } = form.data;
    const missing = missingFields(userName, password);
    if (missing) return showLogin(reply, 400, missing);

    const caller = { requestId: request.id, address: request.ip };
    const signIn = await signInByPassword(services, { userName, password, caller });
    if (!signIn) return showLogin(reply, 401, refusedProblem);
    const { account, codeFrom } = signIn;
    if (codeFrom === null) return finish(services, request, reply, { accountId: account.id, amr: ['pwd'] });
    await keepPendingCode(database, uid, account.id);
    const isMailed = codeFrom === 'mail' && (await mailTo(account));
    return showCode(reply, 200, { uid, from: codeFrom, isMailed });
  });

  app.post('/oidc/interaction/:uid/code/again', async (request, reply) => {
    requireOwnOrigin(request, config);
    const { uid } = await interactionOf(provider, request, reply);
    const { account, from } = await pendingOf(uid);
    return showCode(reply, 200, { uid, from, isMailed: from === 'mail' && (await mailTo(account)) });
  });

  app.post('/oidc/interaction/:uid/code', async (request, reply) => {
    requireOwnOrigin(request, config);
    const { uid } = await interactionOf(provider, request, reply);
    const {
      account: { id: accountId },
      from,
    } = await pendingOf(uid);
    const form = codeSchema.safeParse(request.body);
    const caller = { requestId: request.id, address: request.ip };
    const code = form.success ? form.data.code : '';
    const account = await signInByCode(services, { accountId, code, caller });
    if (!account) return showCode(reply, 401, { uid, from, hasProblem: true });
    await dropPendingCode(database, uid);
    return finish(services, request, reply, { accountId, amr: ['pwd', 'otp'] });
  });
}

/** Back to the provider, which goes on with the sign-in. */
async function finish(
  { provider }: LoginServices,
  request: FastifyRequest,
  reply: FastifyReply,
  login: { readonly accountId: string; readonly amr: string[] },
) {
  const returnTo = await provider.interactionResult(request.raw, reply.raw, { login: { ...login, remember: false } });
  return reply.redirect(returnTo, 303);
}

/** Whether the browser has a session at the provider. */
async function isSignedIn({ provider, config }: LoginServices, request: FastifyRequest, reply: FastifyReply) {
  const { cookies } = provider.createContext(request.raw, reply.raw);
  const id = cookies.get(cookieNames(config).session, { signed: true });
  const session = id === undefined ? undefined : await provider.Session.find(id);
  return session?.accountId !== undefined;
}

/** The interaction of this browser; its cookie must fit the address. */
async function interactionOf(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  if (interaction.prompt.name !== 'login') throw new Error(`No page for the prompt ${interaction.prompt.name}.`);
  return interaction;
}

const querySchema = z.object({
  connection: z.string().max(100).transform(printable).optional(),
  password: z.string().optional(),
});

/** By the button pressed, or named by the application; `?password` is the way back to the form. */
function wantedConnection(request: FastifyRequest, params: Readonly<Record<string, unknown>>): string | undefined {
  const query = querySchema.safeParse(request.query);
  if (!query.success || query.data.password !== undefined) return undefined;
  if (query.data.connection !== undefined) return query.data.connection;
  return typeof params['connection'] === 'string' ? printable(params['connection']) : undefined;
}

function missingFields(userName: string, password: string): LoginProblem | undefined {
  const missing: Pick<LoginProblem, 'userName' | 'password'> = {
    ...(userName.trim() === '' ? { userName: 'Enter your e-mail address.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  };
  const texts = Object.values(missing);
  return texts.length > 0 ? { summary: texts.join(' '), ...missing } : undefined;
}
