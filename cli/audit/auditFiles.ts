import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';
import type { AuditHead } from './chain.ts';

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
