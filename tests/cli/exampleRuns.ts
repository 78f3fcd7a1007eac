import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secondAdministratorToken } from '../support/secondAdministrator.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import type { TestServer } from '../support/startApp.ts';

const rename = (sandbox: CliSandbox, id: string, ...more: string[]) =>
  sandbox.run(['orgs', 'update', id, '--set', `name=Renamed ${id}`, '--yes', '--rate', '0', ...more]);

/** A run of the sandbox that renamed the organization; its id. */
export const exampleRun = async (sandbox: CliSandbox, id: string): Promise<string> => {
  const renamed = await rename(sandbox, id);
  const listed = await sandbox.run(['runs', 'list', '--limit', '1', '--output', 'ids']);
  if (renamed.code !== 0 || listed.code !== 0) throw new Error(`No run was made: ${renamed.stderr}${listed.stderr}`);
  return listed.stdout.trim();
};

/** A plan that another administrator made in a sandbox of their own, for others to approve; its file. */
export const examplePlan = async (server: TestServer, id: string): Promise<string> => {
  const maker = await createCliSandbox({ api: server.url, token: await secondAdministratorToken(server), keep: true });
  const file = join(maker.folder, 'names.csv');
  const plan = join(maker.folder, 'plan.json');
  await writeFile(file, `id,name\n${id},Renamed ${id}\n`);
  const commandLine = ['--file', file, '--plan-out', plan, '--rate', '0'];
  const made = await maker.run(['bulk', 'plan', 'orgs.update', ...commandLine]);
  if (made.code !== 0) throw new Error(`No plan was made: ${made.stderr}`);
  return plan;
};

/** A file that gives the organization another phone, where the examples look for it, and a plan of it; the plan's file. */
export const exampleUpdate = async (sandbox: CliSandbox, id: string): Promise<string> => {
  const phone = `555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  await writeFile(join(sandbox.folder, 'update.csv'), `id,phone\n${id},${phone}\n`);
  const commandLine = ['--file', 'update.csv', '--plan-out', 'update.json', '--overwrite', '--rate', '0'];
  const made = await sandbox.run(['bulk', 'plan', 'orgs.update', ...commandLine]);
  if (made.code !== 0) throw new Error(`No plan was made: ${made.stderr}`);
  return 'update.json';
};
