import { Client, type QueryResult } from 'pg';

/** Where the run's databases live; handed to test files by the global setup. */
export interface TestDatabases {
  readonly adminUrl: string;
  readonly template: string;
  readonly prefix: string;
}

export const quietLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

export function databaseUrlOf(databases: TestDatabases, name: string): string {
  const url = new URL(databases.adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

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

/** A fresh copy of the migrated and seeded template. */
export async function copyTemplate(databases: TestDatabases): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${databases.prefix}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServer(databases.adminUrl, (run) =>
    run(`create database ${name} template ${databases.template} strategy file_copy`),
  );
  return {
    url: databaseUrlOf(databases, name),
    drop: async () => {
      await onServer(databases.adminUrl, (run) => run(`drop database if exists ${name} with (force)`));
    },
  };
}
