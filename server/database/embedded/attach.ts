import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationPasswordFile, applicationUser } from './cluster.ts';
import { DatabaseStartError } from './startError.ts';
import { databaseName, socketNote } from './embeddedPostgres.ts';

/** How to connect to the embedded database of a server that runs, for a command of operations; its folder stays with that server. */
export async function runningEmbedded(dataFolder: string) {
  const [host, password] = await Promise.all([
    readFile(join(dataFolder, socketNote), 'utf8').catch(() => ''),
    readFile(join(dataFolder, applicationPasswordFile), 'utf8').catch(() => ''),
  ]);
  if (host === '' || password === '')
    throw new DatabaseStartError(
      `The database in ${dataFolder} can only be reached by its server. Stop that server first.`,
    );
  return { host, password, user: applicationUser, database: databaseName };
}
