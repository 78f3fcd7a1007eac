// Property of the process: the modules of Node and the packages in the bundle that a start loads.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

/** Packages in the bundle, each with a text that only its own code holds: chunks are named after one of their modules. */
const packageTexts = {
  axios: 'ERR_BAD_OPTION_VALUE',
  commander: 'CommanderError',
  'csv-parse': 'CSV_RECORD_INCONSISTENT_COLUMNS',
  'csv-stringify': 'matches_quoted_match',
  inquirer: 'usePrefix',
  jmespath: 'TreeInterpreter',
  'openid-client': 'oauth4webapi',
  ora: 'cli_spinners',
  'proper-lockfile': 'ECOMPROMISED',
  yaml: 'YAMLParseError',
};
type Package = keyof typeof packageTexts;
const packages = Object.keys(packageTexts) as Package[];

const packagesIn = async (files: readonly string[]): Promise<Package[]> => {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return packages.filter((name) => texts.some((text) => text.includes(packageTexts[name])));
};

let server: TestServer;
let sandbox: CliSandbox;
let hook = '';
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  hook = join(sandbox.home, 'loaded.mjs');
  await writeFile(
    hook,
    `import { registerHooks } from 'node:module';
const urls = [];
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
process.on('exit', () => {
  const builtin = process.moduleLoadList.map((name) => name.replace('NativeModule ', ''));
  process.stderr.write('\\nloaded ' + JSON.stringify({ builtin, urls }));
});
`,
  );
});
afterAll(() => server.close());

/** What a run loaded: what it costs is what start-up costs (times themselves are measured by the bench). */
const loaded = async (...args: string[]) => {
  const result = await sandbox.run(args, { real: true, env: { NODE_OPTIONS: `--import ${hook}` } });
  expect(result.code, result.stderr).toBe(0);
  const mark = '\nloaded ';
  const json = result.stderr.slice(result.stderr.lastIndexOf(mark) + mark.length);
  const { builtin, urls } = JSON.parse(json) as { builtin: string[]; urls: string[] };
  const files = urls.filter((url) => url.startsWith('file:') && url.endsWith('.js')).map((url) => fileURLToPath(url));
  return { builtin, packages: await packagesIn(files) };
};

describe('starting stays cheap', () => {
  test('each package is found by its text in the bundle', async () => {
    const dist = resolve(import.meta.dirname, '../../cli/dist');
    const files = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    expect(await packagesIn(files.map((name) => join(dist, name)))).toEqual(packages);
  });

  test.each([
    [['--version'], []],
    [['--help'], []],
    [['__complete', '--', 'orgs', 'l'], ['commander']],
  ] as const)('%j loads no network at all, and of the packages %j', async (args, expected) => {
    const { builtin, packages: loadedPackages } = await loaded(...args);
    for (const dear of ['http', 'https', 'tls', 'internal/deps/undici/undici']) expect(builtin).not.toContain(dear);
    expect(loadedPackages).toEqual(expected);
  });

  test('a call loads http and axios, and no prompts, spinners, CSV, sign-in, locks or query language', async () => {
    const { builtin, packages: loadedPackages } = await loaded('orgs', 'list');
    expect(builtin).toContain('http');
    for (const dear of ['readline', 'repl']) expect(builtin).not.toContain(dear);
    expect(loadedPackages).toEqual(['axios', 'commander']);
  });
});
