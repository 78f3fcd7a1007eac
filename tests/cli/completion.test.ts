import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCliSandbox } from '../support/runCli.ts';

const sandbox = await createCliSandbox({ keep: true });
await sandbox.run(['profile', 'add', 'clinic-east', '--api', 'https://east.example.com']);
await sandbox.run(['profile', 'add', 'clinic-west', '--api', 'https://west.example.com']);

const complete = async (...commandLine: string[]) => {
  // An address without a server: completion must not send a request.
  const { stdout } = await sandbox.run(['__complete', '--', ...commandLine], {
    env: { CAREPOST_API: 'http://127.0.0.1:9' },
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
};

describe('completion', () => {
  test.each([
    [['or'], ['orgs']],
    [
      ['orgs', 'l'],
      ['list', 'login'],
    ],
    [
      ['orgs', 'login', ''],
      ['enable', 'disable'],
    ],
    [['orgs', 'login', 'enable', '--ye'], ['--yes']],
    [['addresses', 'fax-status', 'x', 'Fai'], ['Failed']],
    [['oids', 'default', 'u'], ['unset']],
    [
      ['orgs', 'list', '--pa'],
      ['--page-size', '--page', '--pager'],
    ],
    [
      ['orgs', 'list', '--page-size', ''],
      ['10', '25', '50', '100'],
    ],
    [['--output', 'y'], ['yaml']],
    [
      ['--profile', 'clinic-'],
      ['clinic-east', 'clinic-west'],
    ],
    [['--profile', 'clinic-east', 'sources', ''], ['list']],
    [['profile', 'use', 'clinic-w'], ['clinic-west']],
    [
      ['guid', '--format', ''],
      ['D', 'N', 'B', 'P'],
    ],
    [['completion', 'po'], ['powershell']],
    [['explain', 'E-FORB'], ['E-FORBIDDEN']],
    [['help', 'exit'], ['exit-codes']],
    [['orgs', 'list', '--sort', 'sub'], ['subDomain']],
  ])('%j gives %j', async (commandLine, expected) => {
    expect(await complete(...commandLine)).toEqual(expected);
  });

  test('run ids come from this machine, newest first, with what the run did', async () => {
    const ownSandbox = await createCliSandbox();
    const runs = ['20260821T060000Z-k3f9', '20260822T060000Z-a2b4'];
    for (const [index, run] of runs.entries()) {
      await mkdir(join(ownSandbox.stateFolder, 'runs', run), { recursive: true });
      const manifest = { kind: 'carepost-run', command: 'bulk apply', end: index === 0 ? 'finished' : null };
      await writeFile(join(ownSandbox.stateFolder, 'runs', run, 'manifest.json'), JSON.stringify(manifest));
    }
    for (const commandLine of [
      ['runs', 'show', ''],
      ['bulk', 'resume', ''],
      ['bulk', 'undo', '2026'],
    ]) {
      const { code, stdout } = await ownSandbox.run(['__complete', '--', ...commandLine]);
      expect([code, stdout]).toEqual([0, `${runs[1]}\tbulk apply, open\n${runs[0]}\tbulk apply, finished\n`]);
    }
    expect((await (await createCliSandbox()).run(['__complete', '--', 'runs', 'show', ''])).stdout).toBe('');
  });

  test('the help of a command leaves the global flags to their topic', async () => {
    const help = await sandbox.run(['orgs', 'list', '--help']);
    expect(help.stdout).toContain('carepost help flags');
    expect(help.stdout).not.toContain('--trace-file');
    const { stdout } = await sandbox.run(['help', 'flags']);
    for (const flag of ['--profile <name>', '--trace-file <file>', '--no-input']) expect(stdout).toContain(flag);
  });

  test('offers every resource, and a command only after its resource', async () => {
    expect(await complete('')).toEqual(expect.arrayContaining(['login', 'orgs', 'guid']));
    expect(await complete('nonsense', '')).not.toContain('list');
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s that asks this program', async (shell) => {
    const { code, stdout } = await sandbox.run(['completion', shell]);
    expect([code, stdout.includes('carepost __complete --')]).toEqual([0, true]);
  });
});
