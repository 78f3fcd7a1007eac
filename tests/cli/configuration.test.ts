import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer } from '../support/startApp.ts';

interface Explained {
  readonly setting: string;
  readonly value: string;
  readonly problem: string | null;
  readonly source: string;
  readonly shadowed: readonly string[];
}

const explain = async (sandbox: CliSandbox, args: readonly string[] = [], env = {}) => {
  const { stdout } = await sandbox.run(['config', 'explain', '--output', 'json', ...args], { env });
  return (name: string) => (JSON.parse(stdout) as Explained[]).find(({ setting }) => setting === name);
};

describe('configuration', () => {
  test('a flag beats the environment, that beats the profile, that beats the default; config explain shows all of it', async () => {
    const sandbox = await createCliSandbox();
    expect((await explain(sandbox))('api')).toMatchObject({
      value: 'http://localhost:3000',
      source: 'default',
      shadowed: [],
    });
    await sandbox.run(['profile', 'add', 'east', '--api', 'https://east.example.com', '--use']);
    expect((await explain(sandbox))('api')).toMatchObject({
      value: 'https://east.example.com',
      source: 'profile east',
    });
    const env = { CAREPOST_API: 'https://env.example.com' };
    expect((await explain(sandbox, [], env))('api')).toMatchObject({
      value: 'https://env.example.com',
      source: 'environment CAREPOST_API',
    });
    expect((await explain(sandbox, ['--api', 'https://flag.example.com'], env))('api')).toMatchObject({
      value: 'https://flag.example.com',
      source: 'flag --api',
      shadowed: [
        'https://env.example.com (environment CAREPOST_API)',
        'https://east.example.com (profile east)',
        'http://localhost:3000 (default)',
      ],
    });
  });

  test('config explain marks each value that is not valid with the rule', async () => {
    const sandbox = await createCliSandbox();
    const env = {
      CAREPOST_RATE: '-3',
      CAREPOST_TIMEOUT: 'abc',
      CAREPOST_API: 'http://example.com',
      CAREPOST_COLOR: 'blue',
    };
    const explained = await explain(sandbox, [], env);
    expect(['rate', 'timeout', 'api', 'color', 'maxWait', 'issuer'].map((name) => explained(name)?.problem)).toEqual([
      '"-3" is not a rate from 0 to 1000 changes per second',
      '"abc" is no duration; write 30s, 15m or 2h',
      expect.stringContaining('must be https, except on this machine'),
      '"blue" must be one of auto, always, never',
      null,
      null,
    ]);
  });

  test('a profile and the environment set the rate of changes; a wrong one is named with its source before anything is sent', async () => {
    const sandbox = await createCliSandbox({ env: { CAREPOST_RATE: undefined } });
    expect((await explain(sandbox))('rate')).toMatchObject({ value: '5', source: 'default' });
    await sandbox.run(['profile', 'add', 'east', '--api', 'https://east.example.com', '--use']);
    const file = join(sandbox.configFolder, 'config.json');
    const stored = JSON.parse(await readFile(file, 'utf8')) as { profiles: { east: object } };
    await writeFile(file, JSON.stringify({ ...stored, profiles: { east: { ...stored.profiles.east, rate: 20 } } }));
    expect((await explain(sandbox))('rate')).toMatchObject({ value: '20', source: 'profile east' });
    const env = { CAREPOST_RATE: 'fast', CAREPOST_API: 'http://127.0.0.1:9' };
    const { code, stdout } = await sandbox.run(['doctor'], { env });
    expect(code).toBe(69);
    expect(stdout).toContain('is not a rate from 0 to 1000 changes per second (from environment CAREPOST_RATE)');
  });

  test('no file of the current folder is read', async () => {
    const sandbox = await createCliSandbox();
    const hostile = JSON.stringify({
      current: 'x',
      profiles: { x: { api: 'https://evil.example.com' } },
      api: 'https://evil.example.com',
    });
    for (const name of ['config.json', '.carepost.json', 'carepost.json', '.env', '.carepostrc'])
      await writeFile(join(sandbox.folder, name), hostile);
    await mkdir(join(sandbox.folder, 'carepost'));
    await writeFile(join(sandbox.folder, 'carepost', 'config.json'), hostile);
    expect((await explain(sandbox))('api')?.value).toBe('http://localhost:3000');
  });

  test('profiles: add, list, use, show, and a private file', async () => {
    const sandbox = await createCliSandbox();
    await sandbox.run(['profile', 'add', 'east', '--api', 'https://east.example.com']);
    await sandbox.run([
      'profile',
      'add',
      'west',
      '--api',
      'https://west.example.com',
      '--environment',
      'prod',
      '--protected',
    ]);
    expect((await sandbox.run(['profile', 'list', '--output', 'ids'])).stdout).toBe('default\neast\nwest\n');
    await sandbox.run(['profile', 'use', 'west']);
    expect(JSON.parse((await sandbox.run(['profile', 'show', '--output', 'json'])).stdout)).toMatchObject({
      name: 'west',
      current: true,
      api: 'https://west.example.com',
      environment: 'prod',
      protected: true,
    });
    expect((await sandbox.run(['profile', 'add', 'west', '--api', 'https://other.example.com'])).code).toBe(8);
    expect((await stat(join(sandbox.configFolder, 'config.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(sandbox.configFolder, 'config.json'), 'utf8')).toContain('"current": "west"');
  });

  test('the default profile always exists, and profile add switches to another one only with --use', async () => {
    const sandbox = await createCliSandbox();
    const visible = async (args: readonly string[] = [], env = {}) => {
      const { code, stdout, stderr } = await sandbox.run(['profile', 'show', '--output', 'json', ...args], { env });
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout) as unknown;
    };
    const added = await sandbox.run([
      'profile',
      'add',
      'east',
      '--api',
      'https://east.example.com',
      '--output',
      'table',
    ]);
    expect(added.stderr).toContain('carepost profile use east');
    expect(await visible()).toMatchObject({ name: 'default', current: true, api: 'http://localhost:3000' });
    expect(await visible(['east'])).toMatchObject({ name: 'east', current: false });
    await sandbox.run(['profile', 'use', 'east']);
    expect(await visible()).toMatchObject({ name: 'east', current: true });
    expect(await visible(['--profile', 'default'])).toMatchObject({ name: 'default' });
    expect(await visible([], { CAREPOST_PROFILE: 'default' })).toMatchObject({ name: 'default' });
    expect((await sandbox.run(['profile', 'use', 'default'])).code).toBe(0);
    expect(await visible()).toMatchObject({ name: 'default', current: true });
    expect((await sandbox.run(['profile', 'add', 'default', '--api', 'https://a.example.com'])).code).toBe(0);
    expect((await sandbox.run(['profile', 'add', 'default', '--api', 'https://b.example.com'])).code).toBe(8);
    const reset = await sandbox.run(['profile', 'remove', 'default', '--yes', '--output', 'json']);
    expect([reset.code, JSON.parse(reset.stdout)]).toEqual([0, { name: 'default', removed: false }]);
    const again = await sandbox.run(['profile', 'remove', 'default', '--yes']);
    expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('Nothing is stored')]);
    expect(await visible()).toMatchObject({ name: 'default', api: 'http://localhost:3000' });
    expect((await sandbox.run(['profile', 'use', 'esat'])).stderr).toContain('Did you mean "east"?');
  });

  test('without a sign-in the error names the address, and its hint the profile and the address to sign in to', async () => {
    const sandbox = await createCliSandbox();
    await sandbox.run(['profile', 'add', 'east', '--api', 'https://east.example.com']);
    const unknown = await sandbox.run(['login', '--profile', 'north', '--api', 'https://north.example.com']);
    expect(unknown.code).toBe(6);
    expect(unknown.stderr).toContain('carepost profile add north --api https://north.example.com\n');
    const plain = await sandbox.run(['orgs', 'types']);
    expect(plain.code).toBe(4);
    expect(plain.stderr).toContain('You are not signed in to http://localhost:3000 (profile default).');
    expect(plain.stderr).toContain('hint: Run: carepost login\n');
    const profile = await sandbox.run(['orgs', 'types', '--profile', 'east']);
    expect(profile.stderr).toContain('You are not signed in to https://east.example.com (profile east).');
    expect(profile.stderr).toContain('hint: Run: carepost login --profile east\n');
    const address = await sandbox.run(['whoami', '--api', 'https://west.example.com']);
    expect(address.code).toBe(4);
    expect(address.stderr).toContain('hint: Run: carepost login --api https://west.example.com\n');
  });

  test('whoami is exit 4 where the token has expired or the stored secrets are missing, and shows what it knows', async () => {
    const expired = `e30.${Buffer.from(JSON.stringify({ sub: 'u-1', exp: 1 })).toString('base64url')}.s`;
    const withToken = await createCliSandbox({ token: expired });
    const { code, stdout, stderr } = await withToken.run(['whoami', '--output', 'json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      4,
      { signedIn: false, subject: 'u-1', tokenExpires: '1970-01-01T00:00:01.000Z' },
    ]);
    const hint = `Write a new token into the file ${join(withToken.home, 'token')} (from environment CAREPOST_TOKEN_FILE).`;
    expect(JSON.parse(stderr)).toMatchObject({ message: expect.stringContaining('has expired'), hint });

    const signedIn = await createCliSandbox();
    const record = { api: 'http://localhost:3000', server: {}, storage: 'file', grant: 'browser', subject: 'u-2' };
    await mkdir(join(signedIn.stateFolder, 'sessions'), { recursive: true });
    await writeFile(join(signedIn.stateFolder, 'sessions', 'default.json'), JSON.stringify(record));
    for (const args of [['whoami'], ['orgs', 'types']]) {
      const missing = await signedIn.run(args);
      expect(missing.code).toBe(4);
      expect(missing.stderr).toContain('The file with the sign-in of profile default is missing or damaged.');
    }
  });

  test('a token of CAREPOST_TOKEN_FILE that the server refuses: the hint names the file, not the sign-in', async () => {
    const { url } = mockApi(() => HttpResponse.json({ code: 'E-TOKEN-INVALID' }, { status: 401 }));
    const sandbox = await createCliSandbox({ api: url, token: 'made-up' });
    const { code, stderr } = await sandbox.run(['orgs', 'types']);
    expect([code, stderr.includes('carepost login')]).toEqual([4, false]);
    const hint = `Write a new token into the file ${join(sandbox.home, 'token')}`;
    expect(stderr).toContain(`hint: ${hint}`);
    expect((await sandbox.run(['doctor', '--where', 'check=session', '--output', 'json'])).stdout).toContain(hint);
  });

  test('without a home folder the error names HOME, and commands that need no settings work', async () => {
    const sandbox = await createCliSandbox();
    const env = { HOME: undefined, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined };
    const orgs = await sandbox.run(['orgs', 'types'], { env });
    expect(orgs.code).toBe(78);
    expect(orgs.stderr).toContain('The environment variable HOME is not set');
    expect(orgs.stderr).toContain('hint: Set HOME, or XDG_CONFIG_HOME and XDG_STATE_HOME.');
    for (const args of [
      ['--help'],
      ['--version'],
      ['orgs', 'list', '--help'],
      ['help', 'orgs'],
      ['completion', 'bash'],
      ['__complete', '--', 'profile', 'use', ''],
      ['explain', 'E-FORBIDDEN'],
      ['commands', '--where', 'command=find'],
      ['man', 'orgs', 'list'],
    ]) {
      const { code, stderr } = await sandbox.run(args, { env });
      expect([args, code, stderr]).toEqual([args, 0, '']);
    }
  });

  test('the help of profile add states what a protected profile requires', async () => {
    const { stdout } = await (await createCliSandbox()).run(['profile', 'add', '--help']);
    for (const text of ['--confirm-profile', '--reason', 'bulk approve', 'need no approval'])
      expect(stdout).toContain(text);
  });

  test('doctor says that the settings file does not exist, and names it once it does', async () => {
    const sandbox = await createCliSandbox({ api: 'http://127.0.0.1:9' });
    const configuration = async () => {
      const args = ['doctor', '--where', 'check=configuration', '--output', 'csv', '--fields', 'detail'];
      return (await sandbox.run(args)).stdout;
    };
    const file = join(sandbox.configFolder, 'config.json');
    expect(await configuration()).toContain(`profile default with default settings; ${file} does not exist yet`);
    await sandbox.run(['profile', 'add', 'east', '--api', 'https://east.example.com', '--use']);
    expect(await configuration()).toContain(`profile east of ${file}`);
  });

  test('doctor names settings that are not valid', async () => {
    const sandbox = await createCliSandbox({ api: 'http://127.0.0.1:9' });
    const args = ['doctor', '--where', 'check=configuration', '--output', 'json'];
    const { stdout } = await sandbox.run(args, { env: { CAREPOST_COLOR: 'blue', CAREPOST_ENVIRONMENT: 'frob' } });
    const [check] = JSON.parse(stdout) as { state: string; detail: string }[];
    expect(check?.state).toBe('failed');
    expect(check?.detail).toContain('color from environment CAREPOST_COLOR: "blue" must be one of auto');
    expect(check?.detail).toContain('environment from environment CAREPOST_ENVIRONMENT: "frob" must be one of prod');
  });

  test('doctor finds a sign-in that the server refuses and a state folder that cannot be written', async () => {
    const server = await sharedServer();
    const sandbox = await createCliSandbox({ api: server.url });
    await writeFile(join(sandbox.folder, 'token'), 'refused');
    await writeFile(join(sandbox.folder, 'file'), '');
    const env = { CAREPOST_TOKEN_FILE: 'token', XDG_STATE_HOME: join(sandbox.folder, 'file') };
    const { code, stdout } = await sandbox.run(['doctor', '--output', 'json', '--where', 'state=failed'], { env });
    expect([code, (JSON.parse(stdout) as { check: string }[]).map(({ check }) => check)]).toEqual([
      78,
      ['state folder', 'session'],
    ]);
  });

  test('an address without http:// or https:// is refused with that reason', async () => {
    const { stderr } = await (await createCliSandbox()).run(['whoami', '--api', 'localhost:3700']);
    expect(stderr).toContain('does not begin with https:// or, on this machine, http://');
  });

  test.each([
    'http://carepost.example.com',
    'ftp://localhost',
    'https://user:secret@carepost.example.com',
    'not an address',
  ])('refuses the address %s, in a flag as usage and in the environment as configuration', async (address) => {
    const sandbox = await createCliSandbox();
    expect((await sandbox.run(['orgs', 'list', '--api', address])).code).toBe(2);
    expect((await sandbox.run(['orgs', 'list'], { env: { CAREPOST_API: address } })).code).toBe(78);
  });
});
