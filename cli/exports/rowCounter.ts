import { createHashTable } from './hashTable.ts';

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
/** A header line longer than this is no header line. */
const longestHeader = 256 * 1024;

/** What was seen of a CSV file: its records without the header, its header line, and how it ended. */
export interface RowCount {
  readonly rows: number;
  readonly header: Uint8Array;
  readonly insideQuotes: boolean;
  /** True where the last line ends as lines do. */
  readonly terminated: boolean;
  /** How many different keys the rows have; undefined where no column is known to be one. */
  readonly distinctIds: number | undefined;
}

/** Which columns, counted from 0 and rising, together name a row of a file with this header line; none where that is not known. */
export type FindKey = (header: Uint8Array) => readonly number[];

const startOne = 0x811c9dc5;
const startTwo = 0x9747b28c;

/**
 * Counts the records of a CSV file (RFC 4180) and their different keys as its bytes pass: line ends outside of quotes. Works on
 * bytes, in any chunks, because parsing every cell would cost more than the download; a doubled quote toggles twice and so changes
 * nothing. Keys are compared as they are written; one server writes one value one way.
 */
export const createRowCounter = (findKey: FindKey = () => []) => {
  let insideQuotes = false;
  let lines = 0;
  let last: number | undefined;
  let headerDone = false;
  let headerLength = 0;
  const headerParts: Uint8Array[] = [];

  const ids = createHashTable({ values: false });
  let isKey: readonly boolean[] = [];
  /** -1 also until the header is known: what is behind the last key is only counted. */
  let lastKey = -1;
  let column = 0;
  let one = startOne;
  let two = startTwo;

  const keepHeader = (part: Uint8Array) => {
    headerLength += part.length;
    if (headerLength > longestHeader) headerDone = true;
    else headerParts.push(part.slice());
  };

  const endHeader = (part: Uint8Array) => {
    keepHeader(part);
    headerDone = true;
    const columns = findKey(Buffer.concat(headerParts));
    lastKey = Math.max(-1, ...columns);
    isKey = Array.from({ length: lastKey + 1 }, (_, index) => columns.includes(index));
  };

  const endRow = () => {
    if (lastKey >= 0) ids.add(one ^ (one >>> 15), two ^ (two >>> 13));
    column = 0;
    one = startOne;
    two = startTwo;
  };

  return {
    take(chunk: Uint8Array): void {
      let inside = insideQuotes;
      let found = 0;
      const { length } = chunk;
      for (let index = 0; index < length; index += 1) {
        const byte = chunk[index] as number;
        if (column > lastKey) {
          // Nearly every byte of a report is above the two that matter.
          if (byte > quote) continue;
          if (byte === quote) inside = !inside;
          else if (byte === lineFeed && !inside) {
            found += 1;
            if (headerDone) endRow();
            else endHeader(chunk.subarray(0, index + 1));
          }
          continue;
        }
        if (byte === quote) inside = !inside;
        else if (!inside && byte === lineFeed) {
          found += 1;
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
      if (!headerDone) keepHeader(chunk);
      insideQuotes = inside;
      lines += found;
      if (length > 0) last = chunk[length - 1];
    },
    /** Data rows so far; exact once the last byte was taken. */
    get rows(): number {
      const unfinished = last !== undefined && (last !== lineFeed || insideQuotes) ? 1 : 0;
      return Math.max(0, lines + unfinished - 1);
    },
    end(): RowCount {
      const terminated = last === lineFeed && !insideQuotes;
      if (headerDone && !terminated && last !== undefined) endRow();
      return {
        rows: this.rows,
        header: Buffer.concat(headerParts),
        insideQuotes,
        terminated,
        distinctIds: lastKey < 0 ? undefined : ids.size,
      };
    },
  };
};
export type RowCounter = ReturnType<typeof createRowCounter>;
