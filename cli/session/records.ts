import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';

export const grants = ['browser', 'device', 'client-credentials'] as const;

/** What is known about a sign-in besides its secrets; kept beside the state of the program, one file for each profile. */
export interface SessionRecord {
  /** Tokens of this sign-in go to this address only. */
  readonly api: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly grant: (typeof grants)[number];
  readonly storage: 'keyring' | 'file';
  readonly subject: string;
  readonly name: string;
  readonly role: string;
  readonly signedInAt: string;
  /** Endpoints of the issuer as its discovery document gave them, so a renewal is one request. */
  readonly server: Readonly<Record<string, unknown>> & { readonly issuer: string };
}

const fileOf = (folders: Folders, profile: string) => join(folders.state, 'sessions', `${profile}.json`);

export const readSessionRecord = (folders: Folders, profile: string): SessionRecord | undefined => {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(folders, profile), 'utf8'));
    return typeof value === 'object' && value !== null && 'api' in value && 'server' in value
      ? (value as SessionRecord)
      : undefined;
  } catch {
    // Not there, or not readable: then nobody is signed in, and signing in writes it anew.
    return undefined;
  }
};

export const writeSessionRecord = (folders: Folders, profile: string, record: SessionRecord): Promise<void> =>
  import('../privateFile.ts').then(({ writePrivateFile }) =>
    writePrivateFile(fileOf(folders, profile), `${JSON.stringify(record, null, 2)}\n`),
  );

export const removeSessionRecord = (folders: Folders, profile: string): void =>
  rmSync(fileOf(folders, profile), { force: true });
