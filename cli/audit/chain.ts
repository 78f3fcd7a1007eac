import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';

/** What one command did, as the local audit keeps it. Holds no values: neither cells nor what followed a flag. */
export interface AuditDeed {
  /** ISO time of the end. */
  readonly at: string;
  readonly run: string | null;
  readonly who: { readonly subject: string; readonly name: string };
  readonly profile: string;
  readonly origin: string;
  /** `bulk apply`, `orgs update`. */
  readonly command: string;
  /** The flags that were given, by name. */
  readonly flags: readonly string[];
  /** Of the bulk catalogue; empty for a command that has no action. */
  readonly action: string;
  readonly sourceSha256: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly exit: number;
}

/** A line of audit.ndjson: its number from 1, the deed, the hash of the line before, and its own. */
export interface AuditLine extends AuditDeed {
  readonly n: number;
  readonly prev: string;
  readonly hash: string;
}

/** What the first line follows. */
export const firstHash = '0'.repeat(64);

/** The lines as they must be: their number and the hash of the last one. `next` is the hash of a line that is being written. */
export interface AuditHead {
  readonly count: number;
  readonly hash: string;
  readonly next: string | null;
}

export const noLines: AuditHead = { count: 0, hash: firstHash, next: null };

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
      .map(([name, held]) => [name, sorted(held)]),
  );
};

/** SHA-256 over the hash before and the line without its own hash, names in order. */
export const hashOf = (prev: string, line: Readonly<Record<string, unknown>>): string => {
  const { hash: _own, ...rest } = line;
  return createHash('sha256')
    .update(`${prev}\n${JSON.stringify(sorted(rest))}`)
    .digest('hex');
};

export const lineAfter = ({ count, hash }: AuditHead, deed: AuditDeed): AuditLine => {
  const line = { n: count + 1, ...deed, prev: hash };
  return { ...line, hash: hashOf(hash, line) };
};

export const auditFile = ({ state }: Folders): string => join(state, 'audit.ndjson');
export const headFile = ({ state }: Folders): string => join(state, 'audit-head.json');

const isHead = (value: unknown): value is AuditHead =>
  typeof value === 'object' &&
  value !== null &&
  'count' in value &&
  typeof value.count === 'number' &&
  'hash' in value &&
  typeof value.hash === 'string' &&
  'next' in value &&
  (value.next === null || typeof value.next === 'string');

/** Undefined where there is none yet; `broken` where it cannot be read as one. */
export const readHead = async (folders: Folders): Promise<AuditHead | 'broken' | undefined> => {
  let text: string;
  try {
    text = await readFile(headFile(folders), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isHead(value) ? value : 'broken';
  } catch {
    return 'broken';
  }
};
