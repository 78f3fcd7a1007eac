import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { withoutProtection } from '../../shared/bulk/csv/spreadsheetText.ts';
import { CliError } from '../errors.ts';
import { codeOf } from '../files.ts';
import { jsonIn } from '../jsonFile.ts';
import { cellText } from '../output/cells.ts';
import { isRecord, valueAt } from '../output/fields.ts';
import { csvRecords } from './csvRecords.ts';
import { type Manifest, manifestIn, manifestName } from './manifest.ts';
import { batched, type Cells, createRecordCounter } from './rowCounter.ts';

/** An exported file that can be read several times. Cells are as they were before Excel, compression and JSON. */
export interface ExportedRows {
  readonly path: string;
  readonly columns: readonly string[];
  readonly isGzip: boolean;
  /** Data rows in batches, the header not among them. */
  batches(): AsyncGenerator<readonly Cells[]>;
}

const startOf = async (path: string): Promise<Buffer> => {
  await using handle = await open(path, 'r').catch((error: unknown) => {
    throw new CliError(
      'E-IO',
      `${path} cannot be read (${error instanceof Error ? error.message : 'no reason given'}).`,
    );
  });
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.subarray(0, bytesRead);
};

const isGzipped = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** The bytes of the file, uncompressed. A file that is cut or altered fails like one that cannot be read. */
export async function* plainBytes(path: string, isGzip: boolean): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  // Ending the iteration closes the file.
  yield* (isGzip ? pipeline(file, createGunzip(), () => undefined) : file) as AsyncIterable<Uint8Array>;
}

const firstCharacter = async (path: string, isGzip: boolean): Promise<string> => {
  for await (const chunk of plainBytes(path, isGzip)) {
    const text = Buffer.from(chunk).toString('utf8').trimStart();
    if (text !== '') return text.slice(0, 1);
  }
  return '';
};

/** One record per line, as carepost writes them: ndjson, or a JSON array with its brackets on lines of their own. */
async function* jsonLines(path: string, isGzip: boolean): AsyncGenerator<Record<string, unknown>> {
  const lines = createInterface({
    input: Readable.from(plainBytes(path, isGzip)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    const text = line.trim().replace(/,$/, '');
    if (text === '' || text === '[' || text === ']' || text === '[]') continue;
    const value = jsonIn(text);
    if (!isRecord(value)) throw new CliError('E-EXPORT-READ', `${path} has a line that is not a record of an export.`);
    yield value;
  }
}

const jsonRows = async (path: string, isGzip: boolean, known: readonly string[] | undefined): Promise<ExportedRows> => {
  const names = new Set(known);
  if (known === undefined)
    for await (const row of jsonLines(path, isGzip)) for (const name of Object.keys(row)) names.add(name);
  const columns = [...names];
  async function* batches() {
    for await (const batch of batched(jsonLines(path, isGzip)))
      yield batch.map((row) => columns.map((column) => cellText(valueAt(row, column))));
  }
  return { path, columns, isGzip, batches };
};

/** The manifest beside a file; undefined without one. A damaged one is an error: it may say that the file was prepared for Excel. */
export const manifestBeside = async (path: string): Promise<Manifest | undefined> => {
  const file = manifestName(path);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const manifest = manifestIn(jsonIn(text));
  if (manifest !== undefined) return manifest;
  throw new CliError('E-EXPORT-UNPROVEN', `The manifest ${file} is damaged.`, {
    hint: 'Export the file again, or restore the manifest from a backup. For reports diff it may be removed.',
  });
};

const unreadable = (path: string, error: unknown): unknown => {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  return new CliError('E-EXPORT-READ', `${path} cannot be read as an export: ${error.message}`);
};

/** Opens an exported file, compressed or not, CSV or JSON. Only the manifest shows that a file was prepared for Excel. */
export const openExported = async (path: string, manifest?: Manifest): Promise<ExportedRows> => {
  const isGzip = isGzipped(await startOf(path));
  try {
    const first = await firstCharacter(path, isGzip);
    if (first === '{' || first === '[') return await jsonRows(path, isGzip, manifest?.columns);
    let columns: readonly string[] = [];
    // Only the header is read.
    for await (const batch of csvRecords(plainBytes(path, isGzip))) {
      columns = batch[0] ?? [];
      break;
    }
    const isExcel = manifest?.excel === true;
    async function* batches() {
      let skipped = 0;
      try {
        for await (const batch of csvRecords(plainBytes(path, isGzip))) {
          const rows = skipped === 0 ? batch.slice(1) : batch;
          skipped = 1;
          yield isExcel ? rows.map((cells) => cells.map(withoutProtection)) : rows;
        }
      } catch (error) {
        throw unreadable(path, error);
      }
    }
    return { path, columns, isGzip, batches };
  } catch (error) {
    throw unreadable(path, error);
  }
};

/** One value of a manifest, and the same value of the file. */
export interface Check extends Record<string, unknown> {
  readonly check: string;
  readonly manifest: unknown;
  readonly file: unknown;
  readonly ok: boolean;
}

const fileHash = async (path: string): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

/** Rows, columns and different keys of the file. */
const contentOf = async (path: string, manifest: Manifest) => {
  const rows = await openExported(path, manifest);
  const key = manifest.key ?? [];
  const indexes = key.map((name) => rows.columns.indexOf(name));
  const counter = createRecordCounter({ columns: rows.columns, key });
  for await (const batch of rows.batches())
    for (const cells of batch) counter.add(() => indexes.map((index) => cells[index] ?? ''));
  return { ...counter.end(), isGzip: rows.isGzip };
};

/** Compares a file with its manifest, offline: name, size, hash, compression, rows, columns, ids. */
export const verifyFile = async (path: string, manifest: Manifest): Promise<readonly Check[]> => {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true) {
    return [{ check: 'file', manifest: manifest.file, file: 'does not exist', ok: false }];
  }
  const check = (name: string, expected: unknown, actual: unknown): Check => ({
    check: name,
    manifest: expected,
    file: actual,
    ok: JSON.stringify(expected) === JSON.stringify(actual),
  });
  const { sha256, bytes } = await fileHash(path);
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
