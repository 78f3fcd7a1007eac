import { type HashPair, hashPair } from '../../shared/bulk/hash.ts';
import { createHashTable } from '../../shared/bulk/hashTable.ts';
import { CliError } from '../errors.ts';

export type Cells = readonly string[];

/** Items in batches: enough to be fast, few enough for little memory. */
export async function* batched<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  const size = 256;
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The hash of the cells of a row or of its key. */
export const hashOf = (cells: Cells): HashPair => hashPair(cells.join('\u001f'));

/** The columns that identify a row: as requested by --key, else as known for the report. */
export interface KeyChoice {
  readonly requested?: readonly string[] | undefined;
  readonly known?: readonly string[] | undefined;
}

/** Counts the rows of a table and their different keys as it passes. */
export interface RowCounter {
  /** Data rows so far; exact once the last byte was taken. */
  readonly rows: number;
  take(chunk: Uint8Array): void;
  end(): {
    readonly rows: number;
    readonly columns: readonly string[];
    /** Undefined where no column is known to identify a row. */
    readonly distinctIds: number | undefined;
    readonly key: readonly string[];
    /** False where the last line has no line end. */
    readonly terminated: boolean;
  };
}

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
/** A header line longer than this is no header line. */
const maxHeaderBytes = 256 * 1024;

/** The names in the first line of a CSV file. Throws E-EXPORT-CUT for what is no header line. */
type ReadHeader = (header: Uint8Array) => readonly string[];

/** Loads the CSV reader once, so that headers can be read while bytes pass. */
const headerReader = async (): Promise<ReadHeader> => {
  const { parse } = await import('csv-parse/sync');
  return (header) => {
    const text = new TextDecoder().decode(header).trimStart();
    if (text.trim() === '')
      throw new CliError('E-EXPORT-CUT', 'The server sent an empty file, without even a header line.');
    // A page of a proxy or a sign-in wall arrives with status 200.
    if (text.startsWith('<')) throw new CliError('E-EXPORT-CUT', 'The server sent a page, not a CSV file.');
    try {
      return parse(text, { to: 1, bom: true })[0] ?? [];
    } catch {
      throw new CliError('E-EXPORT-CUT', 'The server sent a file whose first line is no CSV header.');
    }
  };
};

/**
 * The columns that identify a row: those requested, else those known for the report, else one called id. None where a known name is
 * missing: another platform may use other names.
 */
export const keyColumns = (
  columns: readonly string[],
  requested: readonly string[] | undefined,
  known: readonly string[] = [],
): readonly string[] => {
  if (requested !== undefined) {
    const missing = requested.find((name) => !columns.includes(name));
    if (missing !== undefined) {
      throw new CliError('E-USAGE', `--key names the column "${missing}", which does not exist.`, {
        hint: `Columns: ${columns.join(', ')}.`,
      });
    }
    return requested;
  }
  if (known.length > 0 && known.every((name) => columns.includes(name))) return known;
  const id = columns.find((name) => name.toLowerCase() === 'id');
  return id === undefined ? [] : [id];
};

/** The positions of the key in a row. An unreadable header is reported at the end of the file. */
const keyIndexes = (
  readHeader: ReadHeader,
  header: Uint8Array,
  requested: readonly string[] | undefined,
  known: readonly string[] | undefined,
): readonly number[] => {
  let columns: readonly string[];
  try {
    columns = readHeader(header);
  } catch {
    return [];
  }
  return keyColumns(columns, requested, known)
    .map((name) => columns.indexOf(name))
    .sort((a, b) => a - b);
};

const startOne = 0x811c9dc5;
const startTwo = 0x9747b28c;

/**
 * Counts the records of a CSV file (RFC 4180) and their different keys as its bytes pass: line ends outside of quotes. Works on
 * bytes, in any chunks, because parsing every cell would cost more than the download; a doubled quote toggles twice and so changes
 * nothing. Keys are compared as they are written; one server writes one value one way. `end` throws E-EXPORT-CUT for what is no whole table.
 */
export const createCsvCounter = async ({ requested, known }: KeyChoice = {}): Promise<RowCounter> => {
  const readHeader = await headerReader();
  let insideQuotes = false;
  let lines = 0;
  let last: number | undefined;
  let headerDone = false;
  let headerLength = 0;
  const headerParts: Uint8Array[] = [];

  const ids = createHashTable();
  let isKey: readonly boolean[] = [];
  /** -1 also until the header is known: what is behind the last key is only counted. */
  let lastKey = -1;
  let column = 0;
  let one = startOne;
  let two = startTwo;

  const addToHeader = (part: Uint8Array) => {
    headerLength += part.length;
    if (headerLength > maxHeaderBytes) headerDone = true;
    else headerParts.push(part.slice());
  };

  const endHeader = (part: Uint8Array) => {
    addToHeader(part);
    headerDone = true;
    const columns = keyIndexes(readHeader, Buffer.concat(headerParts), requested, known);
    lastKey = Math.max(-1, ...columns);
    isKey = Array.from({ length: lastKey + 1 }, (_, index) => columns.includes(index));
  };

  const endRow = () => {
    if (lastKey >= 0) ids.add([one ^ (one >>> 15), two ^ (two >>> 13)]);
    column = 0;
    one = startOne;
    two = startTwo;
  };

  const rowsSoFar = (): number => {
    const unfinished = last !== undefined && (last !== lineFeed || insideQuotes) ? 1 : 0;
    return Math.max(0, lines + unfinished - 1);
  };

  return {
    take(chunk: Uint8Array): void {
      let inside = insideQuotes;
      let lineEnds = 0;
      const { length } = chunk;
      for (let index = 0; index < length; index += 1) {
        const byte = chunk[index] as number;
        if (column > lastKey) {
          // Nearly every byte of a report is above the two that matter.
          if (byte > quote) continue;
          if (byte === quote) inside = !inside;
          else if (byte === lineFeed && !inside) {
            lineEnds += 1;
            if (headerDone) endRow();
            else endHeader(chunk.subarray(0, index + 1));
          }
          continue;
        }
        if (byte === quote) inside = !inside;
        else if (!inside && byte === lineFeed) {
          lineEnds += 1;
          endRow();
          continue;
        }
        const ends = byte === comma && !inside;
        if (isKey[column] === true) {
          one = Math.imul(one ^ (ends ? 0x100 : byte), 0x01000193);
          two = Math.imul(two + (ends ? 0x100 : byte), 0x85ebca6b) ^ (two >>> 11);
        }
        if (ends) column += 1;
      }
      if (!headerDone) addToHeader(chunk);
      insideQuotes = inside;
      lines += lineEnds;
      if (length > 0) last = chunk[length - 1];
    },
    get rows() {
      return rowsSoFar();
    },
    end() {
      const terminated = last === lineFeed && !insideQuotes;
      if (headerDone && !terminated && last !== undefined) endRow();
      const columns = readHeader(Buffer.concat(headerParts));
      if (insideQuotes) throw new CliError('E-EXPORT-CUT', 'The file ends in the middle of a quoted cell.');
      return {
        rows: rowsSoFar(),
        columns,
        terminated,
        distinctIds: lastKey < 0 ? undefined : ids.size,
        key: keyColumns(columns, requested, known),
      };
    },
  };
};

/** Counts rows that are made here, one by one. Without a key, or where the keys are known to differ, memory holds none of them. */
export const createRecordCounter = (options: {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Whether the source of the rows drops repeated keys itself. */
  readonly isDistinct?: () => boolean;
}) => {
  const { columns, key, isDistinct = () => false } = options;
  const ids = createHashTable();
  let count = 0;
  return {
    take: () => undefined,
    /** Counts a row by the cells of its key. */
    add(cells: () => Cells): void {
      count += 1;
      if (key.length > 0 && !isDistinct()) ids.add(hashOf(cells()));
    },
    get rows() {
      return count;
    },
    end: () => ({
      rows: count,
      columns,
      distinctIds: key.length === 0 ? undefined : isDistinct() ? count : ids.size,
      key,
      terminated: true,
    }),
  } satisfies RowCounter & { add: (cells: () => Cells) => void };
};
