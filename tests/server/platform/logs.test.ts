import { Writable } from 'node:stream';
import { expect, inject, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { createLogger } from '../../../server/http/log.ts';
import { asOwner, copyTemplate, quietLog } from '../../support/database/databases.ts';
import { signTokens } from '../../support/tokens.ts';

test('a line for each answer says who, what and how long, but nothing of what was sent', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const copy = await copyTemplate(inject('testDatabases'));
  const config = readConfig({ ...copy.env, LOG_LEVEL: 'debug' });
  const database = await openDatabase(config, quietLog);
  const logger = createLogger(config, sink);
  const app = await buildApp({ config, database, logger });
  const tokens = await signTokens(app, database);
  const headers = { authorization: `Bearer ${tokens.SysAdmin}`, 'content-type': 'application/json' };

  await app.inject({ url: '/api/organizations?search=canarySmith', headers });
  await app.inject({
    method: 'POST',
    url: '/api/organizations',
    headers,
    payload: '{"name":"canaryClinic","subdomain":"canary-sub","address":{"zip":"canaryZip"}}',
  });
  await asOwner(database, 'alter table audit_entries rename to away');
  await app.inject({
    method: 'POST',
    url: '/api/organizations',
    headers,
    payload: '{"name":"canaryClinic","subdomain":"canary-sub"}',
  });
  await app.close();
  await database.close();
  await copy.drop();

  const log = lines.join('');
  const responded = lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => msg === 'answered');
  expect(responded[0]).toMatchObject({
    method: 'GET',
    route: '/api/organizations',
    status: 200,
    ms: expect.any(Number),
    requestId: expect.any(String),
    actor: expect.any(String),
  });
  expect(responded.map(({ status }) => status)).toEqual([200, 400, 503]);
  expect(log).not.toMatch(/canary/i);
  expect(log).not.toContain(tokens.SysAdmin.slice(-20));
});
