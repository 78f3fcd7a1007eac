import { asc, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { dataFolderOf } from '../database/embedded/dataFolder.ts';
import { DatabaseStartError } from '../database/embedded/startError.ts';
import type { Database } from '../database/openDatabase.ts';
import { type InstallationKind, installation } from '../database/schema/records.ts';
import { demoAuthor } from '../seed/demoAuthor.ts';

type Db = Pick<Database, 'db'>;
type KindConfig = Pick<Config, 'production' | 'demo' | 'databaseUrl' | 'dataFolder'>;

/** The kinds of database that each kind of server works on. A server of production takes over a plain database: no account in it is public. */
const accepted: Readonly<Record<InstallationKind, readonly InstallationKind[]>> = {
  demo: ['demo'],
  plain: ['plain', 'production'],
  production: ['production', 'plain'],
};

const another = 'use another, empty database: another CAREPOST_DATA or DATABASE_URL';

const refusals: Readonly<Record<InstallationKind, (database: string, server: InstallationKind) => string>> = {
  demo: (database, server) =>
    `The database ${database} was filled by the demo, whose accounts have public passwords, and this server is not the demo (${server === 'production' ? 'NODE_ENV=production' : 'DEMO=false'}). For a server without demo accounts, ${another}. To show the demo with its accounts, set DEMO=true${server === 'production' ? ' without NODE_ENV=production' : ''}.`,
  plain: (database) =>
    `The database ${database} belongs to an installation without the demo (DEMO=false), and this server would fill it with demo accounts, whose passwords are public. Set DEMO=false again (or NODE_ENV=production), or for the demo ${another}.`,
  production: (database) =>
    `The database ${database} is of production, and this server would run the demo on it. Set NODE_ENV=production (or DEMO=false for a server without demo accounts), or for the demo ${another}.`,
};

/**
 * Refuses the demo on a database of an installation without it, and every other server on a database that the demo has filled. The first
 * start decides, unless the data have decided already; the kind is stored, so that the database never becomes the other.
 */
export async function requireKind({ db }: Db, config: KindConfig): Promise<void> {
  const server: InstallationKind = config.production ? 'production' : config.demo ? 'demo' : 'plain';
  const stored = (await storedKind(db)) ?? (await storeFirstKind(db, server));
  if (!accepted[server].includes(stored)) throw new DatabaseStartError(refusals[stored](nameOf(config), server));
  // From now on a server without NODE_ENV=production is no reason to weaken it.
  if (server === 'production' && stored === 'plain')
    await db.insert(installation).values({ id: 2, kind: 'production' }).onConflictDoNothing();
}

/** The first row decides; a second one, which this account may add but not change, makes `plain` to `production` and nothing else. */
async function storedKind(db: Db['db']): Promise<InstallationKind | undefined> {
  const [first, second] = await db.select({ kind: installation.kind }).from(installation).orderBy(asc(installation.id));
  return first?.kind === 'plain' ? (second?.kind === 'production' ? 'production' : 'plain') : first?.kind;
}

/** Of servers that start together one decides. */
async function storeFirstKind(db: Db['db'], server: InstallationKind): Promise<InstallationKind> {
  const content = await contentOf(db);
  const kind = content === 'demo' ? 'demo' : content === 'other' && server === 'demo' ? 'plain' : server;
  await db.insert(installation).values({ id: 1, kind }).onConflictDoNothing();
  return (await storedKind(db)) ?? kind;
}

/** What a database without a stored kind contains: servers of earlier releases stored none with DEMO=false. */
async function contentOf(db: Db['db']): Promise<'empty' | 'demo' | 'other'> {
  const { rows } = await db.execute<{ demo: boolean; used: boolean }>(sql`
    select exists (select from users where is_demo) or exists (select from oidc_clients where is_demo)
        or exists (select from organizations where created_by = ${demoAuthor}) as demo,
      exists (select from users) or exists (select from organizations) or exists (select from oidc_clients)
        or exists (select from installation_secrets) or exists (select from audit_entries) as used`);
  const [content] = rows;
  return content?.demo ? 'demo' : content?.used ? 'other' : 'empty';
}

/** Which database: never with the password of its address. */
function nameOf({ databaseUrl, dataFolder }: KindConfig): string {
  if (databaseUrl === null) return `in ${dataFolderOf(dataFolder)}`;
  if (!URL.canParse(databaseUrl)) return 'of DATABASE_URL';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname} (DATABASE_URL)`;
}
