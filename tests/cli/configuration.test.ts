import { createServer } from 'node:http';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliMachine, cliMachine } from '../support/runCli.ts';
import { freePort } from '../support/startApp.ts';

interface Explained {
  readonly setting: string;
  readonly value: string;
  readonly source: string;
  readonly shadowed: readonly string[];
}

const explain = async (place: CliMachine, args: readonly string[] = [], env = {}) => {
  const { stdout } = await place.run(['config', 'explain', '--output', 'json', ...args], { env });
  return (name: string) => (JSON.parse(stdout) as Explained[]).find(({ setting }) => setting === name);
};

describe('configuration', () => {
  test('a flag beats the environment, that beats the profile, that beats the default; config explain shows all of it', async () => {
    const place = await cliMachine();
    expect((await explain(place))('api')).toMatchObject({
      value: 'http://localhost:3000',
      source: 'default',
      shadowed: [],
    });
    await place.run(['profile', 'add', 'east', '--api', 'https://east.example.com', '--use']);
    expect((await explain(place))('api')).toMatchObject({ value: 'https://east.example.com', source: 'profile east' });
    const env = { CAREPOST_API: 'https://env.example.com' };
    expect((await explain(place, [], env))('api')).toMatchObject({
      value: 'https://env.example.com',
      source: 'environment CAREPOST_API',
    });
    expect((await explain(place, ['--api', 'https://flag.example.com'], env))('api')).toMatchObject({
      value: 'https://flag.example.com',
      source: 'flag --api',
      shadowed: [
        'https://env.example.com (environment CAREPOST_API)',
        'https://east.example.com (profile east)',
        'http://localhost:3000 (default)',
      ],
    });
  });

  test('no file of the current folder is read', async () => {
    const place = await cliMachine();
    const hostile = JSON.stringify({
      current: 'x',
      profiles: { x: { api: 'https://evil.example.com' } },
      api: 'https://evil.example.com',
    });
    for (const name of ['config.json', '.carepost.json', 'carepost.json', '.env', '.carepostrc'])
      await writeFile(join(place.folder, name), hostile);
    await mkdir(join(place.folder, 'carepost'));
    await writeFile(join(place.folder, 'carepost', 'config.json'), hostile);
    expect((await explain(place))('api')?.value).toBe('http://localhost:3000');
  });

  test('profiles: add, list, use, show, and a private file', async () => {
    const place = await cliMachine();
    await place.run(['profile', 'add', 'east', '--api', 'https://east.example.com']);
    await place.run([
      'profile',
      'add',
      'west',
      '--api',
      'https://west.example.com',
      '--environment',
      'prod',
      '--protected',
    ]);
    expect((await place.run(['profile', 'list', '--output', 'ids'])).stdout).toBe('east\nwest\n');
    await place.run(['profile', 'use', 'west']);
    expect(JSON.parse((await place.run(['profile', 'show', '--output', 'json'])).stdout)).toMatchObject({
      name: 'west',
      current: true,
      api: 'https://west.example.com',
      environment: 'prod',
      protected: true,
    });
    expect((await place.run(['profile', 'add', 'west', '--api', 'https://other.example.com'])).code).toBe(8);
    expect((await stat(join(place.configFolder, 'config.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(place.configFolder, 'config.json'), 'utf8')).toContain('"current": "west"');
  });

  test.each([
    'http://carepost.example.com',
    'ftp://localhost',
    'https://user:secret@carepost.example.com',
    'not an address',
  ])('refuses the address %s, in a flag as usage and in the environment as configuration', async (address) => {
    const place = await cliMachine();
    expect((await place.run(['orgs', 'list', '--api', address])).code).toBe(2);
    expect((await place.run(['orgs', 'list'], { env: { CAREPOST_API: address } })).code).toBe(78);
  });
});

describe('the network', () => {
  test('HTTPS_PROXY is the way out, NO_PROXY the exception, this machine always direct; doctor shows the route without the password', async () => {
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const port = await freePort();
    await new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done));
    const place = await cliMachine();
    const env = { HTTPS_PROXY: `http://someone:proxy-secret@127.0.0.1:${port}` };
    const args = ['doctor', '--output', 'json', '--max-wait', '0s', '--timeout', '2s', '--api'];
    const through = await place.run([...args, 'https://carepost.example.test'], { env, real: true });
    expect(tunnels[0]).toBe('carepost.example.test:443');
    expect(through.stdout).toContain(`through 127.0.0.1:${port}`);
    expect(through.stdout + through.stderr).not.toContain('proxy-secret');
    tunnels.length = 0;
    const direct = await place.run([...args, 'https://carepost.example.test'], {
      env: { ...env, NO_PROXY: '.example.test' },
      real: true,
    });
    expect(direct.stdout).toContain('direct');
    await place.run([...args, 'https://localhost:1'], { env, real: true });
    expect(tunnels).toEqual([]);
    expect(direct.code).toBe(69);
    proxy.close();
  });
});
