import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../../shared/contract/endpoint.ts';
import { buildApp } from '../../../server/app.ts';
import { type Config, readConfig } from '../../../server/config.ts';
import type { Database } from '../../../server/database/openDatabase.ts';
import { organizations } from '../../../server/database/schema/organizations.ts';
import { organizationUsers, users } from '../../../server/database/schema/people.ts';
import { hashPassword } from '../../../server/identity/passwords.ts';
import { testKeyFile } from '../../support/keyFile.ts';
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
  const { organizationId } = changes;
  if (organizationId)
    await database.db
      .insert(organizationUsers)
      .values({ organizationId, userId: id, isAdministrator: user.role === 'Administrator' });
  return { ...user, password };
}

/** Adds an organization with its own name. */
export async function addOrganization(database: Database, passwordSignIn = true): Promise<string> {
  const id = randomUUID();
  await database.db
    .insert(organizations)
    .values({ id, name: `Clinic ${id}`, passwordSignIn, createdBy: 'test', modifiedBy: 'test' });
  return id;
}

export interface Options {
  readonly database?: Database;
  readonly origin?: string;
  readonly config?: Partial<Config>;
}

/** The server in memory, with one more route that tells who a token speaks for. */
export async function startIdentity({
  database: input,
  origin = 'http://localhost:3000',
  config: changes = {},
}: Options = {}) {
  const database = input ?? (await openTestDatabase());
  const env = {
    DEMO: 'true',
    PUBLIC_URL: origin,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SIGN_IN: '100000',
    RATE_LIMIT_TOKENS: '100000',
    SSO_ALLOW_PRIVATE: 'true',
    // The server shares its event loop with the test, whose own work would count as overload.
    MAX_LOOP_DELAY_MS: '60000',
    CAREPOST_KEY_FILE: testKeyFile,
    AUDIT_HEAD_FILE: join(tmpdir(), `cptest-${process.pid}.audit-head.json`),
  };
  const config: Config = { ...readConfig(env), ...changes };
  const app = await buildApp({ config, database });
  app.get('/api/who', (request) =>
    app.identity.authenticate((request.headers.authorization ?? '').replace(/^Bearer /, '')),
  );
  await app.ready();
  const close = async () => {
    await app.close();
    if (!input) await database.close();
  };
  return { app, database, config, origin, identity: app.identity, close };
}
