import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { hashPair } from '../../shared/bulk/hash.ts';
import { CliError } from '../errors.ts';
import { openExported } from './exportedRows.ts';
import { createHashTable } from './hashTable.ts';
import type { Manifest } from './manifest.ts';

/** One fact of a manifest, and what the file says to it. */
export interface Check extends Record<string, unknown> {
  readonly check: string;
  readonly manifest: unknown;
  readonly file: unknown;
  readonly ok: boolean;
}

const hashOf = async (path: string): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

/** Rows, columns and ids as the file has them; a text where it cannot be read. */
const contentOf = async (path: string, manifest: Manifest) => {
  const rows = await openExported(path, manifest);
  const ids = createHashTable({ values: false });
  const key = manifest.key?.map((name) => rows.columns.indexOf(name)) ?? [];
  let count = 0;
  for await (const batch of rows.batches()) {
    count += batch.length;
    if (key.length > 0)
      for (const cells of batch) ids.add(...hashPair(key.map((place) => cells[place] ?? '').join('\u001f')));
  }
  return { rows: count, columns: rows.columns, isGzip: rows.isGzip, distinctIds: ids.size };
};

/** Compares a file with its manifest, offline: name, size, hash, compression, rows, columns, ids. */
export const verifyFile = async (path: string, manifest: Manifest): Promise<readonly Check[]> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) {
    return [{ check: 'file', manifest: manifest.file, file: 'is not there', ok: false }];
  }
  const check = (name: string, wanted: unknown, actual: unknown): Check => ({
    check: name,
    manifest: wanted,
    file: actual,
    ok: JSON.stringify(wanted) === JSON.stringify(actual),
  });
  const { sha256, bytes } = await hashOf(path);
  const checks = [
    check('file', manifest.file, basename(path)),
    check('bytes', manifest.bytes, bytes),
    check('sha256', manifest.sha256, sha256),
  ];
  try {
    const content = await contentOf(path, manifest);
    checks.push(
      check('gzip', manifest.gzip, content.isGzip),
      check('rows', manifest.rows, content.rows),
      check('columns', manifest.columns, content.columns),
    );
    if (manifest.distinctIds !== null) checks.push(check('distinctIds', manifest.distinctIds, content.distinctIds));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    checks.push({ check: 'content', manifest: 'readable', file: error.message, ok: false });
  }
  return checks;
};
