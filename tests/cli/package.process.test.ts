// Property of the process: the packed package runs without the sources, under every Node of this machine.
import { execFile } from 'node:child_process';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstalledCli, installPackedCli } from './packedCli.ts';

const run = promisify(execFile);
let packed: InstalledCli;
beforeAll(async () => {
  packed = await installPackedCli();
  const native = resolve(import.meta.dirname, '../../node_modules/@napi-rs');
  await symlink(native, join(packed.folder, 'node_modules', '@napi-rs'));
}, 120_000);
afterAll(() => packed.remove());

/** Nodes of this machine: the one the project brings, and the system's own where there is one. */
const nodes = async (): Promise<string[]> => {
  const match = [process.execPath];
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    const version = await run(path, ['--version']).then(
      ({ stdout }) => Number(/^v(\d+\.\d+)/.exec(stdout)?.[1]),
      () => 0,
    );
    if (version >= 22.18) match.push(path);
    // Older ones are refused in one sentence.
    else if (version > 0)
      await expect(run(path, [packed.launcher, '--version'])).rejects.toMatchObject({
        code: 78,
        stderr: expect.stringContaining('needs Node 22.18 or newer'),
      });
  }
  return match;
};

test('has the launcher and the bundle, no sources, and one dependency', async () => {
  expect((await readdir(packed.installed)).sort()).toEqual(['README.md', 'bin', 'dist', 'package.json']);
  expect(await readdir(join(packed.installed, 'bin'))).toEqual(['carepost.js']);
  const manifest = JSON.parse(await readFile(join(packed.installed, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  expect(Object.keys(manifest.dependencies)).toEqual(['@napi-rs/keyring']);
});

test('runs in a plain folder under every Node of this machine', async () => {
  const { folder, launcher } = packed;
  const env = {
    HOME: folder,
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: join(folder, 'c'),
    XDG_STATE_HOME: join(folder, 's'),
  };
  for (const node of await nodes()) {
    const carepost = async (...args: string[]) => (await run(node, [launcher, ...args], { cwd: folder, env })).stdout;
    const code = (...args: string[]) =>
      carepost(...args).then(
        () => 0,
        (error: { code: number }) => error.code,
      );
    expect(await carepost('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await carepost('guid', '--local', '--output', 'csv')).toMatch(/^value\n[0-9a-f-]{36}\n$/);
    expect(await carepost('explain', '--output', 'yaml')).toContain('E-FORBIDDEN');
    expect([node, await code('orgs', 'list', '--api', 'http://127.0.0.1:9')]).toEqual([node, 4]);
    const login = ['login', '--device', '--insecure-storage', '--api', 'http://127.0.0.1:9'];
    expect([node, await code(...login)]).toEqual([node, 69]);
  }
}, 60_000);
