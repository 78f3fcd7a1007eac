import { Writable } from 'node:stream';
import { expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { createLogger } from '../../../server/http/log.ts';
import { asOwner, copyTemplate, quietLog } from '../../support/database/databases.ts';
import { cdaAttachment, exchangeDoors, usableAddresses } from '../exchange/engineSetup.ts';

/** The database out of space when the converted document is to be written, in words that quote it. */
const outOfSpace = `create function out_of_space() returns trigger language plpgsql as $$
  begin raise exception 'no space for %', new.document_name using errcode = '53100'; end $$;
  create trigger out_of_space before insert on conversions for each row execute function out_of_space()`;

test('a job that fails on a statement tells log and queue the kind and code, and nothing that was to be written', {
  tags: ['hard'],
}, async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const copy = await copyTemplate(inject('testDatabases'));
  onTestFinished(() => copy.drop());
  const config = readConfig({ ...copy.env, LOG_LEVEL: 'debug', DEMO_TRAFFIC: '0' });
  const database = await openDatabase(config, quietLog);
  onTestFinished(() => database.close());
  await asOwner(database, outOfSpace);
  const app = await buildApp({ config, database, logger: createLogger(config, sink) });
  await app.ready();
  const doors = exchangeDoors({ config, database });
  onTestFinished(() => doors.close());
  const [one, two] = await usableAddresses(database);
  if (!one || !two) throw new Error('The demo data have too few direct addresses.');
  const attachments = [{ ...cdaAttachment('canarySmith'), name: 'canarySmith.xml' }];
  await doors.send(one, [two.address], { attachmentsAs: 'PDF', attachments, subject: 'canary subject' });

  const errors = async () =>
    (
      await database.pool.query<{ text: string }>(
        `select last_error as text from graphile_worker.jobs where last_error is not null`,
      )
    ).rows;
  await expect.poll(errors, { timeout: 15_000 }).toEqual([{ text: 'DrizzleQueryError 53100' }]);
  await app.close();
  const failures = lines.map((line): unknown => JSON.parse(line));
  expect(failures).toContainEqual(
    expect.objectContaining({ task: 'workflow.run', attempt: 1, fault: { kind: 'DrizzleQueryError', code: '53100' } }),
  );
  expect(lines.join('')).not.toMatch(/canary/i);
});
