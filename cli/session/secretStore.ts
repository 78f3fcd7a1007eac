import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';

/**
 * What must stay secret. The access token lies beside the refresh token until it ends, so that a row of commands does not renew
 * before each of them; it is worth less than the refresh token it lies beside.
 */
export interface Secrets {
  readonly refreshToken?: string;
  readonly accessToken?: string;
  /** ms since the epoch. */
  readonly expiresAt?: number;
  /** Given on stdin at a machine's sign-in. */
  readonly clientSecret?: string;
}

export interface SecretStore {
  readonly kind: 'keyring' | 'file';
  read(profile: string): Promise<Secrets | undefined>;
  write(profile: string, secrets: Secrets): Promise<void>;
  remove(profile: string): Promise<void>;
  /** Writes, reads and removes a value; fails with E-KEY-STORE where that does not work. */
  probe(): Promise<void>;
}

const longestWait = 3000;
const service = 'carepost';

const parse = (text: string | null | undefined): Secrets | undefined => {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Secrets;
  } catch {
    return undefined;
  }
};

/** A locked key store can wait for a dialogue nobody sees: three seconds, then it counts as not there. */
const withinTime = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new CliError('E-KEY-STORE', 'The key store of the operating system did not answer within 3 s.'));
    }, longestWait);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('E-KEY-STORE', `The key store of the operating system does not work here (${why}).`);
  } finally {
    clearTimeout(timer);
  }
};

const keyring = async (): Promise<SecretStore> => {
  const { AsyncEntry } = await withinTime(() => import('@napi-rs/keyring'));
  const entry = (name: string) => new AsyncEntry(service, name);
  return {
    kind: 'keyring',
    read: async (profile) => parse(await withinTime((signal) => entry(profile).getPassword(signal))),
    write: (profile, secrets) => withinTime((signal) => entry(profile).setPassword(JSON.stringify(secrets), signal)),
    async remove(profile) {
      await withinTime((signal) => entry(profile).deleteCredential(signal));
    },
    async probe() {
      const name = 'carepost probe';
      await withinTime(async (signal) => {
        await entry(name).setPassword('probe', signal);
        const back = await entry(name).getPassword(signal);
        await entry(name).deleteCredential(signal);
        if (back !== 'probe') throw new Error('it does not give back what was stored');
      });
    },
  };
};

const privateFiles = (folders: Folders): SecretStore => {
  // Only writing needs it, and most commands only read.
  const write = async (file: string, text: string) => (await import('../privateFile.ts')).writePrivateFile(file, text);
  const fileOf = (profile: string) => join(folders.state, 'secrets', `${profile}.json`);
  return {
    kind: 'file',
    async read(profile) {
      try {
        return parse(readFileSync(fileOf(profile), 'utf8'));
      } catch {
        return undefined;
      }
    },
    write: (profile, secrets) => write(fileOf(profile), `${JSON.stringify(secrets)}\n`),
    async remove(profile) {
      rmSync(fileOf(profile), { force: true });
    },
    async probe() {
      await write(fileOf('.probe'), '{}\n');
      rmSync(fileOf('.probe'), { force: true });
    },
  };
};

export const openSecretStore = async (kind: 'keyring' | 'file', folders: Folders): Promise<SecretStore> =>
  kind === 'file' ? privateFiles(folders) : keyring();
