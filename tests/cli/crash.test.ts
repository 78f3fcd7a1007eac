import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { safeArguments, writeCrash } from '../../cli/crash.ts';

const io = (at: number) => ({
  now: () => at,
  system: { pid: 1, platform: 'linux' as const, arch: 'x64', nodeVersion: 'v24.0.0' },
});

test('a crash report has the stack and the command, and neither values nor secrets', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'carepost-crash-'));
  onTestFinished(() => rm(stateFolder, { recursive: true, force: true }));
  const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const file = writeCrash(io(Date.parse('2026-08-21T06:00:00Z')), {
    error: new Error(`failed with authorization: Bearer ${token}`),
    version: '1.2.3',
    args: safeArguments(['orgs', 'list', '--search', 'Jane Patient', '--where=name~Jane', '-v']),
    stateFolder,
  });
  const text = await readFile(file ?? '', 'utf8');
  expect(text).toContain('carepost orgs list --search --where -v');
  expect(text).toContain('crash.test.ts');
  expect(text).not.toContain(token);
  expect(text).not.toContain('Jane');
  expect((await stat(file ?? '')).mode & 0o777).toBe(0o600);
});

test('a report that cannot be written is not a second failure', () => {
  const crash = { error: 'x', version: '1', args: [], stateFolder: '/dev/null/no' };
  expect(writeCrash(io(0), crash)).toBeUndefined();
});
