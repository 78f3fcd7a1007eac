import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { makeOrganizations, runFile, writeCsv } from './bulkSetup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Bundle {
  readonly run: Record<string, unknown>;
  readonly journal: readonly Record<string, unknown>[];
  readonly codes: readonly Record<string, unknown>[];
  readonly settings: readonly Record<string, unknown>[];
  readonly audit: readonly Record<string, unknown>[];
  readonly timings: { readonly rows: number };
}

const planted = [
  'Quibbleton',
  'Zanzibar',
  'ann.quibble@clinic.example',
  '603-555-0199',
  'Planted Reason',
  'T-4711',
  'planted-profile',
  'planted-file',
];

/** A run with something planted in every place a person can write to; one row is refused with a message that quotes its cell. */
const plantedRun = async (name: string) => {
  const token = server.as('SysAdmin');
  const sandbox = await createCliSandbox({ api: server.url, token });
  await sandbox.run(['profile', 'add', 'planted-profile', '--api', server.url, '--use']);
  const [one, two] = await makeOrganizations(server, 2, name);
  const header = ['id', 'name', 'contact_last_name', 'contact_email', 'contact_phone', 'subdomain'];
  const taken = two?.subdomain ?? '';
  const file = await writeCsv(sandbox, 'planted-file.csv', header, [
    [
      one?.id ?? '',
      'Clinic Zanzibar',
      'Quibbleton',
      'ann.quibble@clinic.example',
      '603-555-0199',
      `zanzibar-${name.toLowerCase()}`,
    ],
    [two?.id ?? '', 'Clinic Quibbleton', 'Quibbleton', 'ann.quibble@clinic.example', '603-555-0199', taken],
  ]);
  const reasons = ['--reason', 'Planted Reason for ann.quibble@clinic.example', '--ticket', 'T-4711'];
  const plan = join(sandbox.folder, 'planted-plan.json');
  const planned = await sandbox.run([
    'bulk',
    'plan',
    'orgs.update',
    '--file',
    file,
    '--rate',
    '0',
    '--plan-out',
    plan,
    ...reasons,
  ]);
  expect(planned.code, planned.stderr).toBe(0);
  // What was planned is refused now, so that the journal holds a message.
  await server.client('SysAdmin').organizations.delete({ params: { id: two?.id ?? '' } });
  const applied = await sandbox.run(['bulk', 'apply', '--plan', plan, '--yes', '--rate', '0', '--output', 'json']);
  expect(applied.code, applied.stderr).toBe(3);
  const { run } = JSON.parse(applied.stdout) as { run: string };
  return { sandbox, run, token };
};

test('a bundle lists its contents, asks for confirmation, and has no personal data from names, rows or texts', async () => {
  const { sandbox, run, token } = await plantedRun('Bundled');
  const stored = (await runFile(sandbox, run, 'plan.json')) + (await runFile(sandbox, run, 'manifest.json'));
  for (const text of planted) expect(stored, `planted: ${text}`).toContain(text);

  const unrequested = await sandbox.run(['support', 'bundle', run, '--out', 'bundle.json']);
  expect([unrequested.code, existsSync(join(sandbox.folder, 'bundle.json'))]).toEqual([9, false]);
  expect(unrequested.stderr).toContain('The bundle holds:');
  expect(unrequested.stderr).toMatch(/left out: names .*cells.*tokens/);

  const made = await sandbox.run(['support', 'bundle', run, '--out', 'bundle.json', '--yes', '--output', 'json']);
  expect(made.code, made.stderr).toBe(0);
  const text = await readFile(join(sandbox.folder, 'bundle.json'), 'utf8');
  for (const word of [...planted, token, token.slice(-40), sandbox.home]) expect(text).not.toContain(word);
  expect((await stat(join(sandbox.folder, 'bundle.json'))).mode & 0o777).toBe(0o600);

  const bundle = JSON.parse(text) as Bundle;
  expect(bundle.run).toMatchObject({
    run,
    command: 'bulk apply',
    action: 'orgs.update',
    rows: 2,
    exit: 3,
    ticket: '[len 6]',
  });
  expect(bundle.journal).toContainEqual(
    expect.objectContaining({ t: 'outcome', row: 1, status: 'ok', code: null, correlationId: `${run}-1` }),
  );
  expect(bundle.codes).toContainEqual({ status: 'ok', code: null, count: 1 });
  expect(bundle.codes.reduce((sum, { count }) => sum + Number(count), 0)).toBe(2);
  expect(bundle.timings.rows).toBeGreaterThanOrEqual(1);
  expect(bundle.settings).toContainEqual({
    setting: 'api',
    value: server.url,
    source: 'environment CAREPOST_API',
    shadowed: expect.any(Array),
  });
  expect(bundle.settings).toContainEqual(expect.objectContaining({ setting: 'profile', value: '(set)' }));
  expect(bundle.audit).toMatchObject([{ n: 1, command: 'bulk apply', exit: 3 }]);

  expect((await sandbox.run(['support', 'bundle', run, '--out', 'bundle.json', '--yes'])).code, 'there already').toBe(
    8,
  );
  expect((await sandbox.run(['support', 'bundle', '20200101T000000Z-none', '--out', 'b.json', '--yes'])).code).toBe(6);
}, 60_000);

test('text that was edited into the files of a run is left out as well', async () => {
  const { sandbox, run } = await plantedRun('Forged');
  const folder = join(sandbox.stateFolder, 'runs', run);
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  const evil = {
    command: 'Quibbleton, Ann',
    node: 'Zanzibar@x',
    end: 'Quibbleton Q',
    options: { rate: 'Ann Quibbleton', Quibbleton1: 'x' },
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...evil }));
  const line = {
    t: 'outcome',
    row: 9,
    status: 'Quibbleton',
    code: 'E-Quibbleton',
    correlationId: 'Quibbleton',
    message: 'Zanzibar',
    at: 'Zanzibar',
  };
  await writeFile(join(folder, 'journal.ndjson'), `${JSON.stringify(line)}\n{"t":"Quibbleton"}\nQuibbleton`);
  expect((await sandbox.run(['support', 'bundle', run, '--out', 'b.json', '--yes'])).code).toBe(0);
  const text = await readFile(join(sandbox.folder, 'b.json'), 'utf8');
  for (const word of planted.slice(0, 2)) expect(text).not.toContain(word);
  expect((JSON.parse(text) as Bundle).journal).toHaveLength(3);
}, 60_000);
