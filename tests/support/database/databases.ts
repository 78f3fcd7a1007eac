import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResult } from 'pg';
import type { Database } from '../../../server/database/openDatabase.ts';
import { testKeyFile } from '../keyFile.ts';

/** Where the run's databases live; handed to test files by the global setup. */
export interface TestDatabases {
  /** Of the superuser, who owns the tables. */
  readonly adminUrl: string;
  /** Of the account that the application connects with. */
  readonly applicationUrl: string;
  readonly template: string;
  readonly prefix: string;
}

const ignore = (..._parts: unknown[]): void => undefined;
export const quietLog = { info: ignore, warn: ignore, error: ignore, debug: ignore };

const addressOf = (account: string, name: string): string => {
  const url = new URL(account);
  url.pathname = `/${name}`;
  return url.href;
};

/** A database of the run as the application connects to it, and as the owner of the tables. */
export const databaseUrlsOf = ({ adminUrl, applicationUrl }: TestDatabases, name: string) => ({
  databaseUrl: addressOf(applicationUrl, name),
  migrationDatabaseUrl: addressOf(adminUrl, name),
});

type Run = (statement: string) => Promise<QueryResult>;

/** Statements that belong to no single database: making and dropping them. */
export async function onServer<T>(adminUrl: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work((statement) => client.query(statement));
  } finally {
    await client.end();
  }
}

let worker: Promise<Client> | undefined;

/** The same on a connection that a worker keeps for all its files: a new one costs the server as much as many statements. */
async function onServerOfWorker(adminUrl: string, statement: string): Promise<void> {
  worker ??= (async () => {
    const client = new Client({ connectionString: adminUrl });
    // It ends with the server or with the worker.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  })();
  await (await worker).query(statement);
}

export interface DatabaseCopy {
  /** As the application connects. */
  readonly url: string;
  /** The settings of a server on it. */
  readonly env: Readonly<
    Record<
      'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATABASE_WAIT_MS' | 'CAREPOST_KEY_FILE' | 'AUDIT_HEAD_FILE',
      string
    >
  >;
  drop(): Promise<void>;
}

/** A fresh copy of the migrated and seeded template. */
export async function copyTemplate(databases: TestDatabases): Promise<DatabaseCopy> {
  const name = `${databases.prefix}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServerOfWorker(
    databases.adminUrl,
    `create database ${name} template ${databases.template} strategy file_copy`,
  );
  const { databaseUrl, migrationDatabaseUrl } = databaseUrlsOf(databases, name);
  const auditHeadFile = join(tmpdir(), `${name}.audit-head.json`);
  return {
    url: databaseUrl,
    env: {
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: migrationDatabaseUrl,
      // Many calls at once wait for few connections, and on a busy machine a new connection takes long.
      DATABASE_WAIT_MS: '15000',
      CAREPOST_KEY_FILE: testKeyFile,
      AUDIT_HEAD_FILE: auditHeadFile,
    },
    drop: async () => {
      await onServerOfWorker(databases.adminUrl, `drop database if exists ${name} with (force)`);
      await rm(auditHeadFile, { force: true });
    },
  };
}

/** A statement that only the owner of the tables may run, such as TRUNCATE, on the database that a server uses. */
export async function asOwner(
  { owner }: Pick<Database, 'owner'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<QueryResult> {
  const client = new Client(owner);
  await client.connect();
  try {
    return await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
