import { describe, expect, test } from 'vitest';
import { cliMachine } from '../support/runCli.ts';

const place = await cliMachine({ keep: true });
await place.run(['profile', 'add', 'clinic-east', '--api', 'https://east.example.com']);
await place.run(['profile', 'add', 'clinic-west', '--api', 'https://west.example.com']);

const complete = async (...words: string[]) => {
  // An address nobody answers at: completion must not ask anybody.
  const { stdout } = await place.run(['__complete', '--', ...words], { env: { CAREPOST_API: 'http://127.0.0.1:9' } });
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
  ])('%j gives %j', async (words, wanted) => {
    expect(await complete(...words)).toEqual(wanted);
  });

  test('offers every noun, and a verb only after its noun', async () => {
    expect(await complete('')).toEqual(expect.arrayContaining(['login', 'orgs', 'guid']));
    expect(await complete('nonsense', '')).not.toContain('list');
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s that asks this program', async (shell) => {
    const { code, stdout } = await place.run(['completion', shell]);
    expect([code, stdout.includes('carepost __complete --')]).toEqual([0, true]);
  });
});
