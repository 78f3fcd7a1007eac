import type { Role } from '../../shared/contract/endpoint.ts';
import { wire } from '../../shared/contract/wire.ts';
import { type Client, createClient } from '../../shared/client/createClient.ts';
import { newId } from '../../server/database/newId.ts';
import { injectedHttp } from './injectedHttp.ts';
import type { TestApp } from './startApp.ts';

/** The access token of a platform administrator beside the one of the demo data. */
export async function secondAdministratorToken({ app, database }: TestApp): Promise<string> {
  const id = newId();
  await database.pool.query(
    `insert into users (id, first_name, last_name, user_name, role) values ($1, 'Second', 'Administrator', $2, 'SysAdmin')`,
    [id, `second-${id}@carepost.example`],
  );
  return app.identity.signAccessToken({ subject: id, kind: 'user', role: 'SysAdmin' });
}

/** The typed client of one, over the server in memory. */
export const secondAdministrator = async (server: TestApp): Promise<Client> =>
  clientWith(server, await secondAdministratorToken(server));

/** The typed client of a user, over the server in memory. */
export const clientOf = async (server: TestApp, subject: string, role: Role): Promise<Client> =>
  clientWith(server, await server.app.identity.signAccessToken({ subject, kind: 'user', role }));

function clientWith(server: TestApp, accessToken: string): Client {
  const token = { accessToken, expiresAt: Date.now() + 600_000 };
  return createClient({
    http: injectedHttp(server.app),
    wire,
    token: { current: () => token, renew: () => Promise.resolve(token) },
    retry: { attempts: 1 },
  });
}
