import { and, eq, isNotNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { underMigrationLock } from '../../database/migrate.ts';
import type { Database } from '../../database/openDatabase.ts';
import { type Drizzle, drizzleOn } from '../../database/queryBuilder.ts';
import { legacyQuizzes, verificationSessions } from '../../database/schema/proofing.ts';
import { installationSecrets } from '../../database/schema/records.ts';
import { authenticators, ssoConnections } from '../../database/schema/signIn.ts';
import { webhooks } from '../../database/schema/webhooks.ts';
import { addKey, createKeyFile, type FileKey, KeyFileError, keyFileOf, openModeOf, readKeyFile } from './keyFile.ts';
import { seal, sealedWith, unseal } from './seal.ts';

/** Secrets in the database that all processes share, encrypted with the key file. */
export interface InstallationSecrets {
  /** The secret of this name, made on first use. When several processes start together the first insert wins, and all of them read that one. */
  load<T>(name: string, create: () => Promise<T>): Promise<T>;
  /** Replaces the secret of this name, one process at a time. */
  change<T>(name: string, decide: (current: T | undefined) => Promise<T>): Promise<void>;
  /** The client secret of a single sign-on connection, encrypted for the database, and in clear again. */
  sealConnection(name: string, secret: string): string;
  openConnectionSecret(name: string, stored: string): Promise<string>;
  /** The secret of a user's authenticator app, encrypted for the database, and in clear again. */
  sealAuthenticator(userId: string, secret: string): string;
  openAuthenticator(userId: string, stored: string): Promise<string>;
  /** The password, token or signing secret of a webhook, encrypted for the database, and in clear again. */
  sealWebhook(webhookId: string, secret: string): string;
  openWebhook(webhookId: string, stored: string): Promise<string>;
  /** What is known of a person in identity proofing, encrypted for one row of one table, and in clear again. */
  sealIdentity(row: IdentityRow, text: string): string;
  openIdentity(row: IdentityRow, stored: string): Promise<string>;
  /** Adds a key to the key file and encrypts everything with it. */
  rotateKeyFile(): Promise<void>;
}

export type IdentityRow = `${'verification_sessions' | 'legacy_quizzes' | 'demo_proofing'}/${string}`;

type Db = Pick<Drizzle, 'select' | 'insert' | 'update'>;
type Keys = readonly [FileKey, ...FileKey[]];
const secretRow = (name: string) => `installation_secrets/${name}`;
const authenticatorRow = (userId: string) => `authenticators/${userId}/secret`;
const webhookRow = (webhookId: string) => `webhooks/${webhookId}/secret`;
const connectionRow = (name: string) => `sso_connections/${name}/client_secret`;

/** Opens the key file, made on the first start, and encrypts what is stored in clear. In production other accounts must not reach the file. */
export async function openInstallationSecrets(
  database: Pick<Database, 'db' | 'target'>,
  config: Pick<Config, 'keyFile' | 'dataFolder' | 'production'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<InstallationSecrets> {
  const path = keyFileOf(config);
  // Most starts have nothing to encrypt and take no lock.
  const ready = await readyKeys(database.db, path);
  if (ready) await requirePrivate(path, config, log);
  let keys =
    ready ??
    (await lockedly(database, async (db) => {
      const checked = await keysFor(db, path);
      await requirePrivate(path, config, log);
      await sealRows(db, checked, (stored) => sealedWith(stored) === undefined);
      return checked;
    }));

  const open = async (sealed: string, row: string) => {
    const id = sealedWith(sealed);
    // Another process may have added a key to the file.
    if (!keys.some((key) => key.id === id)) keys = (await readKeyFile(path)) ?? keys;
    return unseal(keyOf(keys, id, path), sealed, row);
  };
  const read = async <T>(db: Db, name: string): Promise<T | undefined> => {
    const [row] = await db
      .select({ value: installationSecrets.value })
      .from(installationSecrets)
      .where(eq(installationSecrets.name, name));
    return row && (JSON.parse(await open(String(row.value), secretRow(name))) as T);
  };
  const sealed = (name: string, value: unknown) => seal(keys[0], JSON.stringify(value), secretRow(name));

  return {
    load: async <T>(name: string, create: () => Promise<T>) => {
      const existing = await read<T>(database.db, name);
      if (existing !== undefined) return existing;
      const values = { name, value: sealed(name, await create()) };
      await database.db.insert(installationSecrets).values(values).onConflictDoNothing();
      const first = await read<T>(database.db, name);
      if (first === undefined) throw new Error(`The secret ${name} could not be stored.`);
      return first;
    },
    change: (name, decide) =>
      lockedly(database, async (db) => {
        const value = sealed(name, await decide(await read(db, name)));
        await db
          .insert(installationSecrets)
          .values({ name, value })
          .onConflictDoUpdate({ target: installationSecrets.name, set: { value } });
      }),
    sealConnection: (name, secret) => seal(keys[0], secret, connectionRow(name)),
    openConnectionSecret: async (name, stored) =>
      sealedWith(stored) === undefined ? stored : open(stored, connectionRow(name)),
    sealAuthenticator: (userId, secret) => seal(keys[0], secret, authenticatorRow(userId)),
    openAuthenticator: (userId, stored) => open(stored, authenticatorRow(userId)),
    sealWebhook: (webhookId, secret) => seal(keys[0], secret, webhookRow(webhookId)),
    openWebhook: async (webhookId, stored) =>
      sealedWith(stored) === undefined ? stored : open(stored, webhookRow(webhookId)),
    sealIdentity: (row, text) => seal(keys[0], text, row),
    openIdentity: async (row, stored) => (sealedWith(stored) === undefined ? stored : open(stored, row)),
    rotateKeyFile: () =>
      lockedly(database, async (db) => {
        const old = await keysFor(db, path);
        keys = [await addKey(path, old), ...old];
        await sealRows(db, keys, () => true);
      }),
  };
}

/** One process at a time, and none while another migrates. */
const lockedly = <T>(database: Pick<Database, 'target'>, work: (db: Db) => Promise<T>): Promise<T> =>
  underMigrationLock(database, (client) => drizzleOn(client).transaction((tx) => work(tx)));

/** The keys of the file, where it exists and everything is encrypted with one of them. */
async function readyKeys(db: Db, path: string): Promise<Keys | undefined> {
  const keys = await readKeyFile(path);
  if (!keys) return undefined;
  const ids = (await storedValues(db)).map(({ stored }) => sealedWith(stored));
  return ids.every((id) => keys.some((key) => key.id === id)) ? keys : undefined;
}

/** The keys of the file. It is made only where nothing is encrypted yet: a new key would open none of it. */
async function keysFor(db: Db, path: string): Promise<Keys> {
  const used = new Set<string>();
  for (const { stored } of await storedValues(db)) {
    const id = sealedWith(stored);
    if (id !== undefined) used.add(id);
  }
  const keys = await readKeyFile(path);
  if (!keys) {
    if (used.size === 0) return createKeyFile(path);
    throw new KeyFileError(
      `The key file ${path} is missing, and the database contains secrets encrypted with it. Restore it from its backup, or set CAREPOST_KEY_FILE to where it is. Without it: docs/operations.md, "Key file".`,
    );
  }
  for (const id of used) keyOf(keys, id, path);
  return keys;
}

async function requirePrivate(
  path: string,
  { production }: Pick<Config, 'production'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const mode = await openModeOf(path);
  if (mode === undefined) return;
  const message = `The key file ${path} is open to other accounts (mode ${mode}). Close it: chmod 600 ${path}`;
  if (production) throw new KeyFileError(message);
  log.warn({ mode }, message);
}

function keyOf(keys: Keys, id: string | undefined, path: string): FileKey {
  const key = keys.find((candidate) => candidate.id === id);
  if (key) return key;
  throw new KeyFileError(
    `The key file ${path} does not contain the key ${id} that the secrets in the database are encrypted with. Restore the file that belongs to this database, or set CAREPOST_KEY_FILE to it. Without it: docs/operations.md, "Key file".`,
  );
}

/** Every encrypted column, with the identity of its row. Values in clear are there after an update and after an insert by hand. */
async function storedValues(db: Db) {
  const secrets = await db.select().from(installationSecrets).orderBy(installationSecrets.name);
  const connections = await db
    .select({ name: ssoConnections.name, stored: ssoConnections.clientSecret })
    .from(ssoConnections)
    .where(isNotNull(ssoConnections.clientSecret));
  const apps = await db.select({ name: authenticators.userId, stored: authenticators.secret }).from(authenticators);
  const hooks = await db
    .select({ name: webhooks.id, stored: webhooks.secret })
    .from(webhooks)
    .where(isNotNull(webhooks.secret));
  const sessions = await db
    .select({ name: verificationSessions.id, stored: verificationSessions.person })
    .from(verificationSessions);
  const quizzes = await db.select({ name: legacyQuizzes.id, stored: legacyQuizzes.questions }).from(legacyQuizzes);
  // A value that changed meanwhile was encrypted by its writer.
  return [
    ...hooks.map(({ name, stored }) => ({
      row: webhookRow(name),
      stored,
      clear: stored ?? '',
      save: (secret: string) =>
        db
          .update(webhooks)
          .set({ secret })
          .where(and(eq(webhooks.id, name), eq(webhooks.secret, String(stored)))),
    })),
    ...apps.map(({ name, stored }) => ({
      row: authenticatorRow(name),
      stored,
      clear: stored,
      save: (secret: string) => db.update(authenticators).set({ secret }).where(eq(authenticators.userId, name)),
    })),
    ...secrets.map(({ name, value: stored }) => ({
      row: secretRow(name),
      stored,
      clear: JSON.stringify(stored),
      save: (value: string) => db.update(installationSecrets).set({ value }).where(eq(installationSecrets.name, name)),
    })),
    ...connections.map(({ name, stored }) => ({
      row: connectionRow(name),
      stored,
      clear: stored ?? '',
      save: (clientSecret: string) =>
        db
          .update(ssoConnections)
          .set({ clientSecret })
          .where(and(eq(ssoConnections.name, name), eq(ssoConnections.clientSecret, String(stored)))),
    })),
    ...sessions.map(({ name, stored }) => ({
      row: `verification_sessions/${name}`,
      stored,
      clear: stored,
      save: (person: string) =>
        db.update(verificationSessions).set({ person }).where(eq(verificationSessions.id, name)),
    })),
    ...quizzes.map(({ name, stored }) => ({
      row: `legacy_quizzes/${name}`,
      stored,
      clear: stored,
      save: (questions: string) => db.update(legacyQuizzes).set({ questions }).where(eq(legacyQuizzes.id, name)),
    })),
  ];
}

async function sealRows(db: Db, keys: Keys, isWanted: (stored: unknown) => boolean): Promise<void> {
  for (const { row, stored, clear, save } of await storedValues(db)) {
    if (!isWanted(stored)) continue;
    const id = sealedWith(stored);
    const text = id === undefined ? clear : unseal(keyOf(keys, id, ''), String(stored), row);
    await save(seal(keys[0], text, row));
  }
}
