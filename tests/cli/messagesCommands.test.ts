import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedAttachments } from '../../shared/rules/executableFile.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { exampleExchange } from './exampleExchange.ts';

let server: TestServer;
let sandbox: CliSandbox;
let sender = '';
let recipient = '';
beforeAll(async () => {
  server = await startServer({ env: { DEMO_TRAFFIC: '0' } });
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  const examples = await exampleExchange(server)('messages send');
  sender = examples['sender'] ?? '';
  recipient = examples['recipient'] ?? '';
  await mkdir(join(sandbox.folder, 'deep'));
  await writeFile(join(sandbox.folder, 'one.txt'), 'One.');
  await writeFile(join(sandbox.folder, 'two.txt'), 'Two two.');
  await writeFile(join(sandbox.folder, 'deep/three.xml'), '<three/>');
  await writeFile(join(sandbox.folder, 'empty.txt'), '');
  await writeFile(join(sandbox.folder, 'letter.pdf'), '<html><script>');
  await writeFile(join(sandbox.folder, 'run.exe'), 'x');
  await writeFile(join(sandbox.folder, 'utf16.txt'), Buffer.from('\ufeff#!/bin/sh\n', 'utf16le'));
  await writeFile(join(sandbox.folder, 'page.html'), '<html><script>alert(1)</script></html>');
  await writeFile(join(sandbox.folder, 'large.txt'), 'A'.repeat(20 * 1024 * 1024 + 1));
  await symlink('circle.txt', join(sandbox.folder, 'circle.txt'));
  await writeFile(join(sandbox.folder, 'half.txt'), 'A'.repeat(10 * 1024 * 1024 + 1));
});
afterAll(() => server.close());

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const three = ['--attach', 'one.txt', '--attach', 'two.txt', '--attach', 'deep/three.xml'];
const addressed = () => ['messages', 'send', '--from', sender, '--to', recipient];
const send = (...more: string[]) => run(...addressed(), '--subject', 'Test', ...more);
const messageCount = async () => {
  const { rows } = await server.database.pool.query<{ count: string }>('select count(*) as count from mail_messages');
  return Number(rows[0]?.count);
};

describe('sending', () => {
  test('sends all attached files and reports their number', async () => {
    const sent = await sandbox.run([...addressed(), '--subject', 'Test', ...three, '--yes', '-o', 'ids']);
    expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('is on its way, with 3 files')]);
    const message = sent.stdout.trim();
    const parts = await run('messages', 'attachments', message);
    expect((parts.output as unknown as Output[]).map(({ size }) => size)).toEqual([4, 8, 8]);
    const reason = ['--content', '--reason', 'Ticket 4711'];
    const visible = await run('messages', 'get', message, ...reason);
    expect(visible.output).toMatchObject({
      attachments: [{ fileName: 'one.txt' }, { fileName: 'two.txt' }, { fileName: 'three.xml' }],
    });
    const table = await sandbox.run(['messages', 'get', message, ...reason, '--output', 'table']);
    expect(table.stdout).toContain('one.txt (4 bytes, text/plain)');
    expect(table.stdout).not.toContain('{');
  });

  test('a dry run shows what would be sent, checks it, and sends nothing', async () => {
    const before = await messageCount();
    const dry = await send(...three, '--dry-run');
    expect([dry.code, dry.output]).toEqual([
      0,
      expect.objectContaining({
        verdict: 'do',
        changes: [
          { field: 'from', before: null, after: sender },
          { field: 'to', before: null, after: [recipient] },
          { field: 'subject', before: null, after: 'Test' },
          { field: 'attach', before: null, after: ['one.txt (4 bytes)', 'two.txt (8 bytes)', 'three.xml (8 bytes)'] },
        ],
      }),
    ]);
    const commandLine = await sandbox.run([...addressed(), '--subject', 'Test', '--dry-run', '-o', 'table']);
    expect(commandLine.stderr).toContain('Whether the addresses are known and the files are valid is checked');
    expect((await send('--attach', 'absent.txt', '--dry-run')).output['code']).toBe('E-IO');
    expect((await run(...addressed(), '--subject', 'a\nb', '--dry-run')).code).toBe(2);
    expect(await messageCount()).toBe(before);
  });

  test.each([
    [['--to', 'a@b.example'], '--from and --subject'],
    [['--from', 'a@b.example', '--to', 'a@b.example', '--subject', ' '], 'A message needs --subject.'],
    [[], '--from and --to and --subject'],
  ])('the missing arguments of %j are named', async (commandLine, named) => {
    const { code, output } = await run('messages', 'send', ...commandLine);
    expect([code, output['code'], output['message']]).toEqual([2, 'E-USAGE', expect.stringContaining(named)]);
  });

  test.each([
    ['a line end', 'Test\r\nBcc: x@y.example', '--subject must be one line'],
    ['a control character', 'Te\u0007st', '--subject must be one line'],
    ['too many characters', 'x'.repeat(256), '--subject has 256 characters; at most 255'],
  ])('a subject with %s is refused before anything is sent', async (_what, subject, text) => {
    const { code, output } = await run(...addressed(), '--subject', subject, '--yes');
    expect([code, output['code'], output['message']]).toEqual([2, 'E-USAGE', expect.stringContaining(text)]);
  });

  test('an invalid address is reported with its flag', async () => {
    const wrong = await run(...addressed(), '--to', 'no address', '--subject', 'x', '--dry-run');
    expect([wrong.code, wrong.output['code'], wrong.output['message']]).toEqual([
      7,
      'E-RECIPIENT-INVALID',
      expect.stringContaining('--to "no address"'),
    ]);
    const refused = await run('messages', 'send', '--from', 'me', '--to', recipient, '--subject', 'x', '--yes');
    expect([refused.code, refused.output['message']]).toEqual([7, expect.stringContaining('--from "me"')]);
  });

  test.each<[string, string[], number, string, RegExp]>([
    ['does not exist', ['missing.txt'], 74, 'E-IO', /\/missing\.txt does not exist\.$/],
    ['is below a file', ['one.txt/x.txt'], 74, 'E-IO', /cannot be read: a part of the path is not a folder/],
    ['is a circle of links', ['circle.txt'], 74, 'E-IO', /cannot be read: its links lead in a circle/],
    ['has too long a name', ['n'.repeat(300)], 74, 'E-IO', /cannot be read: the name is too long/],
    ['is a folder', ['deep'], 74, 'E-IO', /\/deep cannot be read: it is a folder/],
    ['is a device', ['/dev/null'], 74, 'E-IO', /cannot be read: it is not a regular file/],
    ['is empty', ['empty.txt'], 7, 'E-FILE-INVALID', /\/empty\.txt is empty\.$/],
    ['is too large', ['large.txt'], 7, 'E-FILE-TOO-LARGE', /\/large\.txt has 20971521 bytes; the limit is 20971520/],
    ['is too large with others', ['half.txt', 'half.txt'], 7, 'E-FILE-TOO-LARGE', /the limit for one message/],
  ])(
    'a file that %s ends with the exit code of its kind, and nothing is sent',
    async (_what, files, exit, code, text) => {
      const attached = files.flatMap((file) => ['--attach', file]);
      // An address without a server: a call would exit with 69.
      const { code: ended, output } = await send(...attached, '--yes', '--api', 'http://127.0.0.1:9');
      expect([ended, output['code'], output['message']]).toEqual([exit, code, expect.stringMatching(text)]);
    },
  );

  test.each([
    ['run.exe', /"run\.exe" is a program or a script/],
    ['utf16.txt', /"utf16\.txt" is a program or a script/],
    ['page.html', /"page\.html" is a web page or a drawing with scripts/],
  ])('the file %s is refused by the server with exit 7, as the help says', async (file, text) => {
    const { code, output } = await send('--attach', file, '--yes');
    expect([code, output['code'], output['message']]).toEqual([7, 'E-FILE-TYPE', expect.stringMatching(text)]);
    const help = await sandbox.run(['messages', 'send', '--help']);
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(refusedAttachments);
  });

  test('files of a wrong type are named, with the accepted types', async () => {
    const kind = await send('--attach', 'one.txt', '--attach', 'letter.pdf', '--yes');
    expect([kind.code, kind.output]).toEqual([
      7,
      expect.objectContaining({
        code: 'E-FILE-TYPE',
        message: expect.stringMatching(/^letter\.pdf cannot be sent\. .* PDF, TIFF/),
        details: [expect.stringMatching(/^--attach: letter\.pdf/)],
      }),
    ]);
    const many = await send(...Array.from({ length: 51 }, () => ['--attach', 'one.txt']).flat(), '--yes');
    expect([many.code, many.output['message']]).toEqual([2, expect.stringContaining('at most 50')]);
  });
});

test.each([
  ['messages', 'get', '1', '--content'],
  ['messages', 'get', '1', '--content', '--reason', ' abc '],
  ['messages', 'preview', '1', '1', '--out', 'none.xml'],
])('content without a reason is refused before any request: %s %s %s %s', async (...commandLine) => {
  const { code, output } = await run(...commandLine, '--api', 'http://127.0.0.1:9');
  expect([code, output['code'], output['message']]).toEqual([2, 'E-USAGE', expect.stringContaining('--reason')]);
});

test('a page and all of them exclude each other', async () => {
  const { code, output } = await run('messages', 'list', '--page', '3', '--all');
  expect([code, output['message']]).toEqual([2, '--all and --page exclude each other.']);
});
