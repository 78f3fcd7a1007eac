import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMachineClient } from '../../server/identity/machineClients.ts';
import { createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { addressIn, browserLogin, expireToken, secretFile, Visitor } from './signInVisitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const newSandbox = () => createCliSandbox({ api: server.url });

describe('login through the browser', () => {
  test('signs in by the loopback address and keeps the sign-in for later commands', async () => {
    const sandbox = await newSandbox();
    const login = await browserLogin(sandbox, server.url);
    expect(login.code, login.stderr).toBe(0);
    expect(login.visitor.html).toContain('Signed in');
    expect(JSON.parse(login.stdout)).toMatchObject({
      profile: 'default',
      api: server.url,
      role: 'SysAdmin',
      storage: 'file',
    });

    const whoami = await sandbox.run(['whoami', '--check', '--output', 'json']);
    expect(JSON.parse(whoami.stdout)).toMatchObject({ signedIn: true, check: { roles: ['SysAdmin'] } });
    const list = await sandbox.run(['orgs', 'list', '--limit', '3', '--output', 'ids']);
    expect(list.stdout.trim().split('\n')).toHaveLength(3);
  });

  test('asks with PKCE, state and nonce, and comes back to this machine only', async () => {
    const sandbox = await newSandbox();
    let address = '';
    const result = await sandbox.run(['login', '--no-browser', '--insecure-storage'], {
      onStderr: (text, child) => {
        address ||= addressIn(text, `${server.url}/oidc/auth`) ?? '';
        if (address !== '') child.kill('SIGINT');
      },
    });
    const query = new URL(address).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('state')?.length).toBeGreaterThan(20);
    expect(query.get('nonce')?.length).toBeGreaterThan(20);
    expect(query.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(result.code).toBe(130);
    expect(result.stderr.trim().split('\n').at(-1)).toMatch(/^exit 130 \(interrupted\)/);
  });

  test('ignores a callback with another state and waits for the right one', async () => {
    const sandbox = await newSandbox();
    const visitor = new Visitor();
    let visit: Promise<void> | undefined;
    let forged: Response | undefined;
    const result = await sandbox.run(['login', '--no-browser', '--insecure-storage'], {
      onStderr: (text) => {
        const address = addressIn(text, `${server.url}/oidc/auth`);
        if (address === undefined || visit !== undefined) return;
        const callback = new URL(address).searchParams.get('redirect_uri') ?? '';
        visit = (async () => {
          forged = await fetch(`${callback}?code=forged&state=forged`);
          await visitor.go(address);
          await visitor.signIn();
        })();
      },
    });
    await visit;
    expect(forged?.status).toBe(404);
    expect(result.code).toBe(0);
  });

  test('keeps secrets in a file of 0600 in a folder of 0700, and none in the other files', async () => {
    const sandbox = await newSandbox();
    await browserLogin(sandbox, server.url);
    expect((await stat(secretFile(sandbox))).mode & 0o777).toBe(0o600);
    expect((await stat(join(sandbox.stateFolder, 'secrets'))).mode & 0o777).toBe(0o700);
    const secrets = JSON.parse(await readFile(secretFile(sandbox), 'utf8')) as {
      refreshToken: string;
      accessToken: string;
    };
    const record = await readFile(join(sandbox.stateFolder, 'sessions', 'default.json'), 'utf8');
    expect(secrets.refreshToken).toBeTruthy();
    expect(record).not.toContain(secrets.refreshToken);
    expect(record).not.toContain(secrets.accessToken);
  });

  test('without a display names --device before any request', async () => {
    const sandbox = await newSandbox();
    const result = await sandbox.run(['login', '--insecure-storage']);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('re-run with --device');
  });

  test('without a working key store stops before the sign-in and names --insecure-storage', async () => {
    const sandbox = await newSandbox();
    // No session bus: whatever key store this machine has is out of reach; where the kernel's answers, the sign-in may go on.
    const result = await sandbox.run(['login', '--no-browser'], {
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
      onStderr: (text, child) => {
        if (text.includes('/oidc/auth')) child.kill('SIGINT');
      },
    });
    if (result.code === 130) return;
    expect(result.code).toBe(78);
    expect(result.stderr).toContain('--insecure-storage');
    expect(result.stderr).not.toContain('/oidc/auth');
  });
});

describe('login on another device', () => {
  test('signs in when the code is confirmed', async () => {
    const sandbox = await newSandbox();
    const visitor = new Visitor();
    let visit: Promise<void> | undefined;
    const result = await sandbox.run(['login', '--device', '--insecure-storage', '--output', 'json'], {
      onStderr: (text) => {
        const address = addressIn(text, `${server.url}/oidc/device`);
        const code = /\n {2}([A-Z0-9-]{6,})\n/.exec(text)?.[1];
        if (address === undefined || code === undefined || visit !== undefined) return;
        visit = (async () => {
          await visitor.go(address);
          await visitor.submit({ user_code: code });
          await visitor.submit({ confirm: 'yes' });
          if (visitor.html.includes('name="password"')) await visitor.signIn();
        })();
      },
    });
    await visit;
    expect(result.code, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ grant: 'device', role: 'SysAdmin' });
    expect(result.stderr).toContain('The code is valid for 10 minutes.');
  }, 40_000);

  test('says that the code has expired', async () => {
    const sandbox = await newSandbox();
    const start = Date.now();
    let isLate = false;
    const result = await sandbox.run(['login', '--device', '--insecure-storage'], {
      now: () => (isLate ? start + 11 * 60_000 : start),
      onStderr: (text) => {
        if (isLate || !text.includes('type the code')) return;
        isLate = true;
        void server.database.pool.query("delete from oidc_payloads where model = 'DeviceCode'");
      },
    });
    expect([result.code, result.stdout]).toEqual([4, '']);
    expect(result.stderr).toContain('The code has expired');
    expect(result.stderr).toContain('carepost login --device');
  }, 40_000);
});

describe('login as a machine', () => {
  test('with a secret from a file, whose path the profile keeps', async () => {
    const sandbox = await newSandbox();
    const file = join(sandbox.home, 'secret');
    await writeFile(file, 'demo-automation-secret\n');
    const login = await sandbox.run([
      'login',
      '--client-credentials',
      '--client-id',
      'demo-automation',
      '--client-secret-file',
      file,
      '--insecure-storage',
    ]);
    expect(login.code, login.stderr).toBe(0);
    const config = await readFile(join(sandbox.configFolder, 'config.json'), 'utf8');
    expect(config).toContain(file);
    expect(config).not.toContain('demo-automation-secret');
    expect((await sandbox.run(['orgs', 'types', '--output', 'ids'])).code).toBe(0);
    await writeFile(file, 'replaced');
    await expireToken(sandbox);
    const refused = await sandbox.run(['orgs', 'types']);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(`or its secret in ${file}.`)]);
    expect(refused.stderr).toContain(`--client-id demo-automation --client-secret-file ${file}\n`);
  });

  test('with a private key, found where systemd puts credentials', async () => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await registerMachineClient(server.database, {
      clientId: 'night-export',
      name: 'Night export',
      role: 'SysAdmin',
      jwks: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    });
    const sandbox = await newSandbox();
    await writeFile(join(sandbox.home, 'key.pem'), keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const env = { CREDENTIALS_DIRECTORY: sandbox.home };
    const login = await sandbox.run(
      [
        'login',
        '--client-credentials',
        '--client-id',
        'night-export',
        '--private-key-file',
        'key.pem',
        '--insecure-storage',
      ],
      { env },
    );
    expect(login.code, login.stderr).toBe(0);
    expect((await sandbox.run(['brands', 'list', '--output', 'ids'], { env })).code).toBe(0);
  });

  test('with a secret from stdin; a wrong one is exit 4', async () => {
    const sandbox = await newSandbox();
    const args = [
      'login',
      '--client-credentials',
      '--client-id',
      'demo-automation',
      '--client-secret-stdin',
      '--insecure-storage',
    ];
    const wrong = await sandbox.run(args, { stdin: 'not-the-secret' });
    expect(wrong.code).toBe(4);
    expect(wrong.stdout + wrong.stderr).not.toContain('not-the-secret');
    expect(wrong.stderr).toContain('refused the client id "demo-automation" or its secret.');
    expect(wrong.stderr).toMatch(/hint: Check both, then .*--client-id demo-automation --client-secret-stdin\n/);
    expect((await sandbox.run(args, { stdin: 'demo-automation-secret' })).code).toBe(0);
  });

  test('has no account of a person: the commands about it are exit 5', async () => {
    const sandbox = await newSandbox();
    const flags = ['--client-id', 'demo-automation', '--client-secret-stdin', '--insecure-storage'];
    const login = await sandbox.run(['login', '--client-credentials', ...flags], { stdin: 'demo-automation-secret' });
    expect(login.code, login.stderr).toBe(0);
    for (const line of [
      'account show',
      'account sessions',
      'account profile',
      'account requests',
      'account applications',
      'account sign-out-others --yes',
      'account update --phone 555-010-0100 --yes',
      'account change-email --email new@clinic.example --yes',
    ]) {
      const { code, stderr } = await sandbox.run(line.split(' '));
      expect([line, code, stderr]).toEqual([
        line,
        5,
        expect.stringContaining('hint: This needs the account of a person.'),
      ]);
    }
  });

  test.each([
    [['--client-id', 'x', '--device'], '--client-id'],
    [['--client-secret-stdin'], '--client-secret-stdin'],
  ])('%j without --client-credentials is a usage error that names the flag', async (flags, name) => {
    const { code, stderr } = await (await newSandbox()).run(['login', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} needs --client-credentials`)]);
  });

  test('without a key or secret is a usage error', async () => {
    const sandbox = await newSandbox();
    const result = await sandbox.run(['login', '--client-credentials', '--client-id', 'demo-automation']);
    expect(result.code).toBe(2);
  });
});

describe('after signing in', () => {
  test('logout revokes the token: a copy made before is invalid', async () => {
    const sandbox = await newSandbox();
    await browserLogin(sandbox, server.url);
    const copy = await readFile(secretFile(sandbox), 'utf8');
    const record = await readFile(join(sandbox.stateFolder, 'sessions', 'default.json'), 'utf8');
    expect((await sandbox.run(['logout'])).code).toBe(0);
    expect((await sandbox.run(['orgs', 'types'])).code).toBe(4);
    await writeFile(secretFile(sandbox), copy);
    await writeFile(join(sandbox.stateFolder, 'sessions', 'default.json'), record);
    await expireToken(sandbox);
    const again = await sandbox.run(['orgs', 'types']);
    expect(again.code).toBe(4);
    expect(again.stderr).toContain('carepost login');
  });

  test('logout says that nothing was revoked where the tokens cannot be read: exit 69', async () => {
    const sandbox = await newSandbox();
    await browserLogin(sandbox, server.url);
    await writeFile(secretFile(sandbox), '{broken');
    const result = await sandbox.run(['logout', '--output', 'json']);
    expect([result.code, JSON.parse(result.stdout)]).toMatchObject([69, { signedOut: true, revoked: false }]);
    expect(result.stderr).toContain('still valid');
  });

  test('tokens do not go to another address than the one they were made for', async () => {
    const sandbox = await newSandbox();
    await browserLogin(sandbox, server.url);
    const result = await sandbox.run(['orgs', 'types', '--api', 'http://localhost:1']);
    expect(result.code).toBe(4);
    expect(result.stderr).toContain(`signed in to ${server.url}, not to http://localhost:1`);
  });

  test('localhost, 127.0.0.1 and [::1] on one port are one host for a sign-in', async () => {
    const sandbox = await newSandbox();
    await browserLogin(sandbox, server.url);
    for (const host of ['127.0.0.1', '[::1]']) {
      const api = server.url.replace('localhost', host);
      expect(api).not.toBe(server.url);
      const whoami = await sandbox.run(['whoami', '--api', api, '--output', 'json']);
      expect([host, whoami.code]).toEqual([host, 0]);
      expect(JSON.parse(whoami.stdout)).toMatchObject({ signedIn: true, role: 'SysAdmin' });
    }
    const otherPort = await sandbox.run(['whoami', '--api', 'http://127.0.0.1:1']);
    expect(otherPort.code).toBe(4);
  });

  test('login --api remembers the address in the profile and leaves the current profile as it is', async () => {
    const sandbox = await createCliSandbox();
    const login = async (args: readonly string[]) => {
      const all = ['login', '--client-credentials', '--client-id', 'demo-automation', '--client-secret-stdin'];
      const result = await sandbox.run([...all, '--insecure-storage', ...args], { stdin: 'demo-automation-secret' });
      expect(result.code, result.stderr).toBe(0);
      return result;
    };
    await sandbox.run(['profile', 'add', 'east', '--api', 'https://east.example.com']);
    await login(['--api', server.url]);
    expect((await sandbox.run(['orgs', 'types', '--output', 'ids'])).code).toBe(0);
    const moved = await login(['--api', server.url, '--profile', 'east', '--output', 'table']);
    expect(moved.stderr).toContain(`Profile east now uses ${server.url} instead of https://east.example.com.`);
    expect((await sandbox.run(['orgs', 'types', '--profile', 'east', '--output', 'ids'])).code).toBe(0);
    expect(JSON.parse((await sandbox.run(['profile', 'show', '--output', 'json'])).stdout)).toMatchObject({
      name: 'default',
      api: server.url,
    });

    const other = await createCliSandbox();
    const browser = await browserLogin(other, server.url);
    expect(browser.code, browser.stderr).toBe(0);
    expect((await other.run(['orgs', 'types', '--output', 'ids'])).code).toBe(0);
  });
});
