import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let folder = '';
let installed = '';

/** Packs the workspace and unpacks it as npm would lay it out, with its one dependency beside it; needs no registry. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carepost-pack-'));
  // A copy, so that packing does not rebuild the bundle other tests run.
  await cp(join(root, 'cli'), join(folder, 'cli'), { recursive: true, filter: (path) => !path.includes('dist.') });
  for (const name of [
    'shared',
    'vite',
    'node_modules',
    'vite.cli.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    await symlink(join(root, name), join(folder, name));
  }
  await run('npm', ['pack', '--pack-destination', folder], { cwd: join(folder, 'cli') });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  installed = join(folder, 'elsewhere', 'node_modules', 'carepost');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
  await symlink(join(root, 'node_modules', '@napi-rs'), join(folder, 'elsewhere', 'node_modules', '@napi-rs'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Nodes of this machine: the one the project brings, and the system's own where there is one. */
const nodes = async (): Promise<string[]> => {
  const found = [process.execPath];
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    const version = await run(path, ['--version']).then(
      ({ stdout }) => Number(/^v(\d+)/.exec(stdout)?.[1]),
      () => 0,
    );
    if (version >= 20) found.push(path);
  }
  return found;
};

test('holds the launcher and the bundle, no sources, and names one dependency', async () => {
  expect((await readdir(installed)).sort()).toEqual(['bin', 'dist', 'package.json']);
  expect(await readdir(join(installed, 'bin'))).toEqual(['carepost.js']);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { dependencies: object };
  expect(Object.keys(manifest.dependencies)).toEqual(['@napi-rs/keyring']);
});

test('runs in a plain folder under every Node of this machine', async () => {
  const env = {
    HOME: folder,
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: join(folder, 'c'),
    XDG_STATE_HOME: join(folder, 's'),
  };
  for (const node of await nodes()) {
    const carepost = async (...args: string[]) =>
      (await run(node, [join(installed, 'bin', 'carepost.js'), ...args], { cwd: folder, env })).stdout;
    expect(await carepost('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await carepost('guid', '--local', '--output', 'csv')).toMatch(/^value\n[0-9a-f-]{36}\n$/);
    expect(await carepost('explain', '--output', 'yaml')).toContain('E-FORBIDDEN');
    const refused = await carepost('orgs', 'list', '--api', 'http://127.0.0.1:9').catch(
      (error: { code: number }) => error.code,
    );
    expect([node, refused]).toEqual([node, 4]);
    const unreachable = await carepost('login', '--device', '--insecure-storage', '--api', 'http://127.0.0.1:9').catch(
      (error: { code: number }) => error.code,
    );
    expect([node, unreachable]).toEqual([node, 69]);
  }
}, 60_000);
