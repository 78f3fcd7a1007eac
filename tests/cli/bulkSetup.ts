import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CliSandbox, createCliSandbox, type CliResult } from '../support/runCli.ts';
import type { TestServer } from '../support/startApp.ts';

/** A sandbox signed in as an administrator. */
export const bulkSandbox = (server: Pick<TestServer, 'as'>, api: string): Promise<CliSandbox> =>
  createCliSandbox({ api, token: server.as('SysAdmin') });

export const writeCsv = async (
  sandbox: CliSandbox,
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number | boolean)[])[],
): Promise<string> => {
  const path = join(sandbox.folder, name);
  const cell = (value: string | number | boolean) =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  await writeFile(path, [header, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join(''));
  return path;
};

/** Organizations made for one test, by the server's own client. */
export const makeOrganizations = async (server: TestServer, count: number, name: string) => {
  const client = server.client('SysAdmin');
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.organizations.create({
        body: { name: `${name} ${index + 1}`, subdomain: `${name.toLowerCase()}-${index + 1}` },
      }),
    ),
  );
};

/** The ids of the runs in a sandbox, the oldest first. */
export const runsOf = async (sandbox: CliSandbox): Promise<string[]> =>
  (await readdir(join(sandbox.stateFolder, 'runs')).catch(() => [])).filter((name) => /^\d{8}T/.test(name)).sort();

export const runFile = async (sandbox: CliSandbox, run: string, name: string): Promise<string> =>
  readFile(join(sandbox.stateFolder, 'runs', run, name), 'utf8');

export const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** What a run printed with --output json. */
export const printed = (result: CliResult): Record<string, unknown> =>
  JSON.parse(result.stdout) as Record<string, unknown>;
