import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { startConnection } from '../connections/startConnection.ts';
import type { LoginServices } from '../loginServices.ts';
import { type LoginProblem, refusedProblem, renderLogin } from '../pages/loginPage.ts';
import { pageHeaders } from '../pages/page.ts';
import { findLoginChoices } from './loginChoices.ts';
import { requireOwnOrigin } from './ownOrigin.ts';
import { signInByPassword } from './signInByPassword.ts';

/** No name holds control characters, and PostgreSQL takes no NUL. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '');

const formSchema = z.object({
  userName: z.string().max(320).default('').transform(printable),
  password: z.string().max(1024).default(''),
});

/** The sign-in page of an interaction that the provider started, and the form it sends. */
export function registerLoginRoutes(app: FastifyInstance, services: LoginServices): void {
  const { provider, config, database } = services;

  const showLogin = async (reply: FastifyReply, status: number, problem?: LoginProblem) =>
    reply
      .code(status)
      .headers(pageHeaders)
      .send(renderLogin(config, { ...(await findLoginChoices(database, config)), ...(problem ? { problem } : {}) }));

  app.get('/oidc/interaction/:uid', async (request, reply) => {
    const interaction = await interactionOf(provider, request, reply);
    const connection = wantedConnection(request, interaction.params);
    if (connection === undefined) return showLogin(reply, 200);
    return startConnection(services, { reply, connection, interactionUid: interaction.uid, address: request.ip });
  });

  app.post('/oidc/interaction/:uid', async (request, reply) => {
    requireOwnOrigin(request, config);
    await interactionOf(provider, request, reply);
    const form = formSchema.safeParse(request.body);
    // Longer than any name or password can be.
    if (!form.success) return showLogin(reply, 401, refusedProblem);
    const { userName, password } = form.data;
    const missing = missingFields(userName, password);
    if (missing) return showLogin(reply, 400, missing);

    const caller = { requestId: request.id, address: request.ip };
    const account = await signInByPassword(services, { userName, password, caller });
    if (!account) return showLogin(reply, 401, refusedProblem);
    const returnTo = await provider.interactionResult(request.raw, reply.raw, {
      login: { accountId: account.id, amr: ['pwd'], remember: false },
    });
    return reply.redirect(returnTo, 303);
  });
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
