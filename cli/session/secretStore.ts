import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { jsonIn, readJsonFile } from '../jsonFile.ts';

/**
 * The secrets of a sign-in. The access token is stored beside the refresh token until it expires, so that not every command of a script
 * renews it first; it gives less access than the refresh token beside it.
 */
export interface Secrets {
  readonly refreshToken?: string;
  readonly accessToken?: string;
  /** ms since the epoch. */
  readonly expiresAt?: number;
  /** Read from stdin when a machine signs in. */
  readonly clientSecret?: string;
}

export interface SecretStore {
  readonly kind: 'keyring' | 'file';
  read(profile: string): Promise<Secrets | undefined>;
  write(profile: string, secrets: Secrets): Promise<void>;
  remove(profile: string): Promise<void>;
  /** Writes, reads and removes a value; throws E-KEY-STORE when one of them fails. */
  probe(): Promise<void>;
}

/** The error where a sign-in has no secrets: they were removed, or their file is damaged. */
export const lostSignIn = ({ kind }: SecretStore, profile: string): CliError =>
  new CliError(
    'E-NOT-SIGNED-IN',
    kind === 'file'
      ? `The file with the sign-in of profile ${profile} is missing or damaged.`
      : `The sign-in of profile ${profile} is no longer in the key store.`,
  );

const timeoutMs = 3000;
const service = 'carepost';

/** A locked key store can wait for a dialog that is not visible: after three seconds it counts as unavailable. */
const withinTime = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise: expired, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('it did not answer within 3 s')), { once: true });
  try {
    return await Promise.race([work(signal), expired]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('E-KEY-STORE', `The key store of the operating system does not work here (${why}).`);
  }
};

const keyring = async (): Promise<SecretStore> => {
  const { AsyncEntry } = await withinTime(() => import('@napi-rs/keyring'));
  const entry = (name: string) => new AsyncEntry(service, name);
  return {
    kind: 'keyring',
    read: async (profile) =>
      jsonIn((await withinTime((signal) => entry(profile).getPassword(signal))) ?? '') as Secrets | undefined,
    write: (profile, secrets) => withinTime((signal) => entry(profile).setPassword(JSON.stringify(secrets), signal)),
    async remove(profile) {
      await withinTime((signal) => entry(profile).deleteCredential(signal));
    },
    async probe() {
      const name = 'carepost probe';
      await withinTime(async (signal) => {
        await entry(name).setPassword('probe', signal);
        const stored = await entry(name).getPassword(signal);
        await entry(name).deleteCredential(signal);
        if (stored !== 'probe') throw new Error('it does not return the stored value');
      });
    },
  };
};

const privateFiles = (folders: Folders): SecretStore => {
  // Loaded on demand: most commands only read.
  const write = async (file: string, text: string) => (await import('../files.ts')).writePrivateFile(file, text);
  const fileOf = (profile: string) => join(folders.state, 'secrets', `${profile}.json`);
  return {
    kind: 'file',
    read: async (profile) => readJsonFile(fileOf(profile)) as Secrets | undefined,
    write: (profile, secrets) => write(fileOf(profile), `${JSON.stringify(secrets)}\n`),
    async remove(profile) {
      await rm(fileOf(profile), { force: true });
    },
    async probe() {
      await write(fileOf('.probe'), '{}\n');
      await rm(fileOf('.probe'), { force: true });
    },
  };
};

export const openSecretStore = async (kind: 'keyring' | 'file', folders: Folders): Promise<SecretStore> =>
  kind === 'file' ? privateFiles(folders) : keyring();
