import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRead } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { asOwner } from '../../support/database/databases.ts';
import { allOrSome } from '../../support/isHard.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { addressOf, callerOf, certain, type Input, openWorld, rows, sent, type Fixture } from './contractFixture.ts';

/** Quality AD-2: what cannot be audited does not happen. */

let running: TestApp;
let fixture: Fixture;
beforeAll(async () => {
  running = await startApp();
  fixture = await openWorld(running);
});
afterAll(() => running.close());

/** All that a write could change, as one text. The audit trail itself is out of reach for this test, and attempts are counted in any case. */
const everything = async () => {
  const { rows: tables } = await running.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'audit_entries%' and table_name not like 'oidc%' and table_name not in ('login_failures', 'known_addresses')
     order by 1`,
  );
  const hashes: string[] = [];
  for (const { name } of tables) {
    const { rows: match } = await running.database.pool.query<{ hash: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from "${name}" t`,
    );
    hashes.push(`${name} ${match[0]?.hash}`);
  }
  return hashes;
};

const inputsOf = (row: (typeof rows)[number]): Input[] => {
  const known = certain(row, fixture).flat();
  if (known.length > 0) return known;
  const params = fixture.existing[row.path]?.[0] ?? fixture.existing['organizations']?.[0];
  return [{ params, query: undefined, body: row.bodyOptional ? { enabled: true } : undefined }];
};

test('with an audit trail that takes nothing every write and every look at content answers 503 and changes nothing', {
  tags: ['scaled'],
}, async () => {
  const writes = rows.filter((row) => !isRead(row) || row.errors.includes('E-REASON-REQUIRED'));
  await asOwner(running.database, 'alter table audit_entries rename to audit_entries_elsewhere');
  const before = await everything();
  const outcomes: string[] = [];
  for (const row of allOrSome(writes, writes.length / 6)) {
    for (const input of inputsOf(row)) {
      const { headers, ...body } = sent(row, input);
      const response = await running.app.inject({
        method: row.method,
        url: addressOf(row, input),
        headers: { authorization: `Bearer ${running.as(callerOf(row))}`, ...headers },
        ...body,
      });
      outcomes.push(
        response.statusCode === 503 && response.json<ErrorBody>().code === 'E-UNAVAILABLE'
          ? 'fails closed'
          : `${row.method} ${row.path} ${response.statusCode} ${response.body.slice(0, 200)}`,
      );
    }
  }
  await asOwner(running.database, 'alter table audit_entries_elsewhere rename to audit_entries');
  expect(await everything()).toEqual(before);
  const closed = outcomes.filter((outcome) => outcome === 'fails closed').length;
  // The others are refused for their own reasons before they come to the audit trail.
  expect(outcomes.filter((outcome) => / 2\d\d /.test(outcome))).toEqual([]);
  expect(outcomes.filter((outcome) => / 500 /.test(outcome))).toEqual([]);
  expect(closed, outcomes.join('\n')).toBeGreaterThan(outcomes.length * 0.7);
});
