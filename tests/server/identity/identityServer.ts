import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type { Role } from '../../../shared/contract/endpoint.ts';
import { type Config, readConfig } from '../../../server/config.ts';
import type { Database } from '../../../server/database/openDatabase.ts';
import { users } from '../../../server/database/schema/people.ts';
import { ApiProblem } from '../../../server/http/problem.ts';
import { hashPassword } from '../../../server/identity/passwords.ts';
import { registerIdentity } from '../../../server/identity/registerIdentity.ts';
import { openTestDatabase } from './testDatabase.ts';

export const password = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/** Adds an account with its own name; the password is `password`. */
export async function addUser(database: Database, changes: Partial<typeof users.$inferInsert> = {}) {
  passwordHash ??= hashPassword(password);
  const id = randomUUID();
  const user = {
    id,
    firstName: 'Pat',
    lastName: 'Example',
    userName: `pat-${id}@example.org`,
    role: 'User' satisfies Role as string,
    passwordHash: await passwordHash,
    ...changes,
  };
  await database.db.insert(users).values(user);
  return { ...user, password };
}

export interface Options {
  readonly database?: Database;
  readonly origin?: string;
  readonly config?: Partial<Config>;
}

/** Sign-in alone on a bare server, with one route that tells who a token speaks for. */
export async function startIdentity({ database: given, origin = 'http://localhost:3000', config: changes = {} }: Options = {}) {
  const database = given ?? (await openTestDatabase());
  const config: Config = { ...readConfig({ PUBLIC_URL: origin }), issuer: `${origin}/oidc`, ...changes };
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true, caseSensitive: false } });
  const identity = await registerIdentity(app, { config, database });
  app.get('/api/who', async (request, reply) => {
    try {
      return await identity.authenticate((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      return reply.code(error.status).send({ code: error.code, message: error.message });
    }
  });
  await app.ready();
  const close = async () => {
    await app.close();
    if (!given) await database.close();
  };
  return { app, database, config, origin, identity, close };
}
