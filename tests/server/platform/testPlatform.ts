import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { Area, Role } from '../../../shared/contract/endpoint.ts';
import { buildPlatform, registerPlatform } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { type Database, openDatabase } from '../../../server/database/openDatabase.ts';
import type { Actor } from '../../../server/http/context.ts';
import { ApiProblem } from '../../../server/http/problem.ts';
import { type Handlers, registerArea } from '../../../server/http/registerArea.ts';
import { testUploadFolder } from '../../support/startApp.ts';
import { copyTemplate, quietLog } from '../../support/database/databases.ts';

export interface TestPlatform {
  readonly app: FastifyInstance;
  readonly database: Database;
  close(): Promise<void>;
}

interface Options<A extends Area> {
  readonly rows: A;
  readonly handlers: (database: Database) => Handlers<A>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The platform with an area of the test's own: every layer is real but who is who, which the token says in plain words. */
export async function startPlatform<A extends Area>({ rows, handlers, env = {} }: Options<A>): Promise<TestPlatform> {
  const copy = await copyTemplate(inject('testDatabases'));
  const config = readConfig({
    LOG_LEVEL: 'silent',
    MAX_LOOP_DELAY_MS: '60000',
    UPLOAD_FOLDER: testUploadFolder,
    ...copy.env,
    ...env,
  });
  const database = await openDatabase(config, quietLog);
  const app = buildPlatform(config);
  await registerPlatform(app, config);
  registerArea(app, 'test', rows, handlers(database), { config, database, authenticate: plainIdentity });
  return {
    app,
    database,
    close: async () => {
      await app.close();
      await database.close();
      await copy.drop();
    },
  };
}

/** Tokens that were accepted before. */
export const revokedTokens = new Set<string>();

/** `Bearer SysAdmin.ann` is Ann, who is a SysAdmin. */
const plainIdentity = (token: string): Promise<Actor> => {
  if (revokedTokens.has(token)) return Promise.reject(new ApiProblem('E-TOKEN-REVOKED'));
  const [role, id] = token.split('.');
  if (!id) return Promise.reject(new ApiProblem('E-TOKEN-INVALID'));
  return Promise.resolve({ kind: 'user', id, name: id, role: role as Role, organizationId: null, networkId: null });
};

export const asAnn = { authorization: 'Bearer SysAdmin.ann' };
export const asBen = { authorization: 'Bearer SysAdmin.ben' };
export const asUser = { authorization: 'Bearer User.uma' };
