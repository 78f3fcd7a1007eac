import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TokenSupply } from '../../shared/client/token.ts';
import type { Folders } from '../folders.ts';
import { isRecord } from '../output/fields.ts';
import { jsonIn, readJsonFile } from '../jsonFile.ts';

/** A sign-in without its secrets; a file for each profile in the state folder. */
export interface SessionRecord {
  /** Tokens of this sign-in are sent to this address only. */
  readonly api: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly grant: 'browser' | 'device' | 'client-credentials';
  readonly storage: 'keyring' | 'file';
  readonly subject: string;
  readonly name: string;
  readonly role: string;
  readonly signedInAt: string;
  /** Endpoints from the discovery document of the issuer, so that a renewal is one request. */
  readonly server: Readonly<Record<string, unknown>> & { readonly issuer: string };
}

const fileOf = (folders: Folders, profile: string) => join(folders.state, 'sessions', `${profile}.json`);

export const readSessionRecord = (folders: Folders, profile: string): SessionRecord | undefined => {
  // Without a readable file the profile is not signed in, and the next sign-in writes the file again.
  const value = readJsonFile(fileOf(folders, profile));
  return isRecord(value) && 'api' in value && 'server' in value ? (value as unknown as SessionRecord) : undefined; // our own file: the parts that decide were checked
};

export const writeSessionRecord = async (folders: Folders, profile: string, record: SessionRecord): Promise<void> => {
  const { writePrivateFile } = await import('../files.ts');
  await writePrivateFile(fileOf(folders, profile), `${JSON.stringify(record, null, 2)}\n`);
};

export const removeSessionRecord = (folders: Folders, profile: string): Promise<void> =>
  rm(fileOf(folders, profile), { force: true });

/** Claims of a token, for display and expiry only: the server verifies the signature. */
export const readClaims = (token: string | undefined): Readonly<Record<string, unknown>> => {
  const value = jsonIn(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return isRecord(value) ? value : {};
};

/** The first of the named claims that has a value; empty when none has. */
export const claimText = (claims: Readonly<Record<string, unknown>>, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = claims[name];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return value.map(String).join(', ');
  }
  return '';
};

/** The sign-in of a run. */
export interface Session {
  readonly tokens: TokenSupply;
  readonly record: SessionRecord | undefined;
  /** Where the current token is stored: `key store`, `file`, `token file <path>` or `none`. */
  readonly storage: string;
  /** Throws a CliError where this machine knows, without the sign-in service, that the sign-in cannot be used. */
  check(): void;
  /** Renews the token when it is about to expire; throws a CliError when there is no sign-in. */
  ready(): Promise<void>;
}

/** The signed-in user: the subject of the token and the name. */
export const callerOf = async (context: {
  session(): Promise<Session>;
}): Promise<{ readonly subject: string; readonly name: string }> => {
  const session = await context.session();
  await session.ready();
  if (session.record !== undefined) return { subject: session.record.subject, name: session.record.name };
  const claims = readClaims(session.tokens.current()?.accessToken);
  const subject = claimText(claims, 'sub');
  return { subject, name: claimText(claims, 'name', 'preferred_username', 'email') || subject };
};
