import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOwner } from '../support/database/databases.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { exampleExchange } from './exampleExchange.ts';

/** Messages really travel here: the server works its queue. */
let server: TestServer;
let sandbox: CliSandbox;
let values: ReturnType<typeof exampleExchange>;
beforeAll(async () => {
  server = await startServer({ env: { JOBS: 'true', DEMO_TRAFFIC: '0' } });
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  values = exampleExchange(server);
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const json = async (ownSandbox: CliSandbox, ...args: string[]) => {
  const result = await ownSandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output & Output[] };
};
const run = (...args: string[]) => json(sandbox, ...args);

const document = `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>Note</title>
<recordTarget><patientRole><id root="1.2.3" extension="77"/><patient><name><given>Ada</given><family>Canary</family></name></patient></patientRole></recordTarget>
<component><structuredBody><component><section><title>Allergies</title><text>None known</text></section></component></structuredBody></component></ClinicalDocument>`;

/** Sends a message between two organizations and waits until it was processed where it arrived. */
const travelled = async () => {
  const { sender = '', recipient = '' } = await values('messages send');
  await writeFile(join(sandbox.folder, 'note.xml'), document);
  const commandLine = ['--from', sender, '--to', recipient, '--subject', 'Canary subject', '--attach', 'note.xml'];
  const sent = await run('messages', 'send', ...commandLine, '--yes');
  expect(sent.code, sent.stderr).toBe(0);
  const { hispMessageId, workflowId } = sent.output as unknown as { hispMessageId: string; workflowId: string };
  let arrived: Output | undefined;
  await expect
    .poll(
      async () => {
        const { output } = await run(
          'messages',
          'list',
          '--type',
          'intake',
          '--where',
          `hispMessageId=${hispMessageId}`,
        );
        arrived = output[0];
        return arrived?.['statusName'];
      },
      { timeout: 15_000, interval: 300 },
    )
    .toBe('Processed');
  return { arrived: arrived ?? {}, workflowId, recipient };
};

describe('messages', () => {
  test('a test message travels to another organization; its content takes a reason', async () => {
    const { arrived, workflowId, recipient } = await travelled();
    const message = String(arrived['id']);
    expect(arrived).toMatchObject({ mailTo: recipient, attachmentCount: 1, type: 1 });

    const workflow = (await run('workflows', 'get', workflowId)).output;
    expect(workflow).toMatchObject({ type: 'MessageSendWorkflow', status: 'Completed' });
    expect((workflow['steps'] as Output[]).every(({ status }) => status === 'Completed')).toBe(true);

    const masked = await run('messages', 'get', message);
    expect(masked.stdout).not.toContain('Canary');
    const refused = await run('messages', 'get', message, '--content');
    expect([refused.code, refused.output['code']]).toEqual([2, 'E-USAGE']);
    expect(refused.output['hint']).toContain('--reason');
    expect((await run('messages', 'events', '999999999')).code).toBe(6);
    const visible = await run('messages', 'get', message, '--content', '--reason', 'Ticket 4711');
    expect(visible.output).toMatchObject({
      subject: 'Canary subject',
      attachments: [{ patient: { lastName: 'Canary' } }],
    });

    const attachments = (await run('messages', 'attachments', message)).output;
    expect(attachments).toMatchObject([{ hasCDAContent: true }]);
    expect(JSON.stringify(attachments)).not.toContain('Canary');
    const events = (await run('messages', 'events', message)).output;
    expect(events.map(({ eventType }) => eventType)).toEqual(expect.arrayContaining(['Received', 'Processed']));

    const saved = ['--out', 'saved.xml', '--reason', 'Ticket 4711'];
    expect((await run('messages', 'preview', message, String(attachments[0]?.['id']), ...saved)).code).toBe(0);
    expect(await readFile(join(sandbox.folder, 'saved.xml'), 'utf8')).toBe(document);
    const { rows } = await server.database.pool.query(
      `select reason from audit_entries where target_id = $1 and outcome = 'Success' and reason is not null order by id`,
      [message],
    );
    expect(rows).toEqual([{ reason: 'Ticket 4711' }, { reason: 'Ticket 4711' }]);
  });

  test('an unknown sender and an invalid recipient are refused by name', async () => {
    const { recipient = '' } = await values('messages send');
    const unknown = await run(
      'messages',
      'send',
      '--from',
      'a@nowhere.example',
      '--to',
      recipient,
      '--subject',
      'x',
      '--yes',
    );
    expect([unknown.code, unknown.output['code']]).toEqual([7, 'E-SENDER-UNKNOWN']);
    const { sender = '' } = await values('messages send');
    const wrong = await run('messages', 'send', '--from', sender, '--to', 'no address', '--subject', 'x', '--yes');
    expect([wrong.code, wrong.output['code']]).toEqual([7, 'E-RECIPIENT-INVALID']);
  });

  test('--where is evaluated by the server as far as possible, and the rows are the same', async () => {
    const all = (await run('messages', 'list', '--all')).output;
    const expected = all.filter(({ channel, attachmentCount }) => channel === 'Fax' && Number(attachmentCount) >= 1);
    const faxes = (await run('messages', 'list', '--all', '--where', 'channel=Fax', '--where', 'attachmentCount>=1'))
      .output;
    expect(faxes.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(faxes.length).toBeGreaterThan(0);
  });
});

describe('workflows', () => {
  test('a message without a route fails at ResolveRoutes, is retried, and fails there again', async () => {
    const { sender = '' } = await values('messages send');
    const commandLine = ['--from', sender, '--to', 'doctor@direct.outside.example', '--subject', 'x', '--yes'];
    const { workflowId } = (await run('messages', 'send', ...commandLine)).output as unknown as { workflowId: string };
    const state = async () => (await run('workflows', 'get', workflowId)).output;
    await expect.poll(async () => (await state())['status'], { timeout: 15_000, interval: 300 }).toBe('Failed');
    const retried = await run(
      'workflows',
      'retry',
      workflowId,
      '--step',
      'ResolveRoutes',
      '--yes',
      '--reason',
      'Again',
    );
    expect(retried.code, retried.stderr).toBe(0);
    await expect.poll(async () => (await state())['status'], { timeout: 15_000, interval: 300 }).toBe('Failed');
    expect((await state())['retries']).toMatchObject([{ stepName: 'ResolveRoutes', reason: 'Again' }]);
    const completed = await sandbox.run(['workflows', 'retry', workflowId, '--step', 'Validate', '--yes']);
    expect([completed.code, completed.stderr]).toEqual([0, expect.stringContaining('Validate is Completed')]);
    const unknown = await run('workflows', 'retry', workflowId, '--step', 'Teleport', '--yes');
    expect([unknown.code, unknown.output['hint']]).toEqual([2, expect.stringContaining('ResolveRoutes')]);
    expect((await state())['retries']).toHaveLength(1);
    const listed = (await run('workflows', 'list', '--error', 'no-route', '--since', '1h')).output;
    expect(listed.map(({ id }) => id)).toContain(workflowId);
  });

  test('bulk-retry shows the selected workflows first, then retries each once', async () => {
    const ids = [(await values('workflows get'))['workflow'] ?? '', (await values('workflows get'))['workflow'] ?? ''];
    const which = ids.flatMap((id) => ['--id', id]);
    const dry = await sandbox.run(['workflows', 'bulk-retry', ...which, '--dry-run']);
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('2 of 2 workflows can be retried')]);
    const done = await run('workflows', 'bulk-retry', ...which, '--yes', '--reason', 'Route is there');
    expect(done.output, done.stderr).toMatchObject({ state: 'Completed', total: 2, pending: 0 });
    const items = (await run('workflows', 'jobs', 'items', String(done.output['id']))).output;
    expect(new Set(items.map(({ workflowId }) => workflowId))).toEqual(new Set(ids));
    const nothing = await run('workflows', 'bulk-retry', '--id', ids[0] ?? '', '--id', unknownId, '--yes');
    expect([nothing.code, nothing.output['code']]).toEqual([8, 'E-RETRY-NOTHING']);
  });
});

const unknownId = '0199c8d4-0000-7000-8000-000000000000';
const unknownNumber = '999999999';

test.each([
  ['messages', 'get', unknownNumber],
  ['messages', 'get', unknownNumber, '--content', '--reason', 'Ticket 4711'],
  ['messages', 'attachments', unknownNumber],
  ['messages', 'events', unknownNumber],
  ['messages', 'conversions', unknownNumber],
  ['messages', 'preview', unknownNumber, unknownNumber, '--out', 'none.xml', '--reason', 'Ticket 4711'],
  ['workflows', 'get', unknownId],
  ['workflows', 'retry', unknownId, '--all-not-completed', '--yes'],
  ['workflows', 'bulk-retry', '--id', unknownId, '--yes'],
  ['workflows', 'bulk-retry', '--id', unknownId, '--dry-run'],
  ['workflows', 'jobs', 'show', unknownId],
  ['workflows', 'jobs', 'items', unknownId],
  ['workflows', 'jobs', 'pause', unknownId, '--yes'],
  ['workflows', 'jobs', 'resume', unknownId, '--yes'],
  ['workflows', 'jobs', 'cancel', unknownId, '--yes'],
  ['workflows', 'jobs', 'retry-failed', unknownId, '--yes'],
])('a missing record is exit 6: %s %s %s %s', async (...commandLine) => {
  const { code, stdout, output } = await run(...commandLine);
  expect([code, stdout, output['code']]).toEqual([6, '', 'E-NOT-FOUND']);
});

test('an attachment without conversions has an empty list', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select a.id from mail_attachments a where not exists (select from conversions c where c.mail_attachment_id = a.id) limit 1`,
  );
  const { code, output } = await run('messages', 'conversions', rows[0]?.id ?? '');
  expect([code, output]).toEqual([0, []]);
});

describe('health', () => {
  // Without its queue no rule raises alerts of its own beside those of the tests.
  let quiet: TestServer;
  let alertValues: ReturnType<typeof exampleExchange>;
  let observer: CliSandbox;
  let reporting: CliSandbox;
  const ask = (...args: string[]) => json(observer, ...args);
  beforeAll(async () => {
    quiet = await startServer();
    alertValues = exampleExchange(quiet);
    observer = await createCliSandbox({ api: quiet.url, token: quiet.as('SysAdmin'), keep: true });
    reporting = await createCliSandbox({ api: quiet.url, token: quiet.as('SysAdminReporting'), keep: true });
  });
  afterAll(() => quiet.close());

  test('the reporting role can read it, and nothing else of the exchange', async () => {
    for (const command of ['summary', 'channels', 'alerts', 'workers', 'stats']) {
      const seen = await json(reporting, 'health', command);
      expect([command, seen.code, seen.stderr.includes('error')]).toEqual([command, 0, false]);
    }
    for (const commandLine of [
      ['messages', 'list'],
      ['workflows', 'list'],
    ])
      expect((await json(reporting, ...commandLine)).code).toBe(5);
  });

  test('the counts of the channels add up to the rows of the grid', async () => {
    const { output } = await ask('health', 'channels');
    for (const { direction, channel, failure } of output.filter(({ total }) => Number(total) > 0)) {
      const commandLine = ['--direction', String(direction), '--channel', String(channel), '--status', 'Failed'];
      const failed = (await ask('workflows', 'list', ...commandLine, '--since', '24h', '--all')).output;
      // The tiles count by whole ten minutes: the first of them may begin before these 24 hours.
      expect(Math.abs(failed.length - Number(failure)), `${String(direction)} ${String(channel)}`).toBeLessThanOrEqual(
        2,
      );
    }
  });

  test('check has the exit codes of monitoring plugins', async () => {
    const limits = ['--queue-warn', '60d', '--queue-error', '90d'];
    const before = await observer.run(['health', 'check', '--warn', '100', '--error', '100', ...limits]);
    expect([before.code, before.stdout]).toEqual([0, expect.stringMatching(/^OK - .* \| failed=/)]);
    await alertValues('health acknowledge');
    const warned = await observer.run(['health', 'check', '--warn', '100', '--error', '100', ...limits]);
    expect([warned.code, warned.stdout]).toEqual([1, expect.stringMatching(/^WARNING - alert: Example/)]);
    await quiet.database.pool.query(`update system_alerts set status = 'Triggered' where state = 'open'`);
    const critical = await ask('health', 'check', '--warn', '100', '--error', '100', ...limits);
    expect([critical.code, critical.output['verdict']]).toEqual([2, 'CRITICAL']);
  });

  test('check compares the failure rate of a channel only if it has enough messages', async () => {
    const { pool } = quiet.database;
    await asOwner(quiet.database, 'truncate traffic_buckets, traffic_changes');
    await pool.query(`update system_alerts set state = 'resolved', resolved_at = now() where state <> 'resolved'`);
    const failed = (count: number) =>
      pool.query(
        `insert into traffic_buckets (bucket, kind, channel, direction, type, outcome, count)
         values (traffic_bucket(now()), 'workflow', 'Fax', 'Outbound', 'MessageSendWorkflow', 'Failed', $1)`,
        [count],
      );
    const check = async () =>
      (await observer.run(['health', 'check', '--queue-warn', '60d', '--queue-error', '90d'])).code;
    await failed(19);
    expect(await check()).toBe(0);
    await pool.query('update traffic_buckets set count = 20');
    expect(await check()).toBe(2);
  });

  test('rows of channels and of failures have a key of their own, so that their export is complete', async () => {
    for (const commandLine of [
      ['health', 'channels'],
      ['workflows', 'failures'],
    ]) {
      const { code, output } = await ask(...commandLine, '--export', '--out', `${commandLine[0]}.csv`);
      expect([code, output['verdict']]).toEqual([0, 'complete']);
    }
  });

  test('an alert is acknowledged with owner and note, and resolved', async () => {
    const { alert = '' } = await alertValues('health acknowledge');
    const taken = await ask('health', 'ack', alert, '--owner', 'Night shift', '--note', 'Looking', '--yes');
    expect(taken.output, taken.stderr).toMatchObject({ state: 'acknowledged', owner: 'Night shift', note: 'Looking' });
    expect((await ask('health', 'resolve', alert, '--note', 'Fixed', '--yes')).output).toMatchObject({
      state: 'resolved',
    });
    expect((await ask('health', 'resolve', alert, '--note', 'Fixed', '--yes')).code).toBe(6);
  });

  test('watch prints a row for each check', async () => {
    const { code, stdout } = await observer.run([
      'health',
      'watch',
      '--interval',
      '1s',
      '--count',
      '2',
      '--output',
      'ndjson',
    ]);
    expect([
      code,
      stdout
        .trim()
        .split('\n')
        .map((line) => typeof (JSON.parse(line) as Output)['state']),
    ]).toEqual([0, ['string', 'string']]);
  });
});
