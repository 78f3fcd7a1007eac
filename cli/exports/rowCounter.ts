const quote = 0x22;
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
}

/**
 * Counts the records of a CSV file (RFC 4180) as its bytes pass: line ends outside of quotes. Works on bytes, in any
 * chunks, because parsing every cell would cost more than the download; a doubled quote toggles twice and so changes nothing.
 */
export const createRowCounter = () => {
  let insideQuotes = false;
  let lines = 0;
  let last: number | undefined;
  let headerDone = false;
  let headerLength = 0;
  const headerParts: Uint8Array[] = [];

  const keepHeader = (part: Uint8Array) => {
    headerLength += part.length;
    if (headerLength > longestHeader) headerDone = true;
    else headerParts.push(part.slice());
  };

  return {
    take(chunk: Uint8Array): void {
      let inside = insideQuotes;
      let found = 0;
      const { length } = chunk;
      for (let index = 0; index < length; index += 1) {
        const byte = chunk[index] as number;
        // Nearly every byte of a report is above the two that matter.
        if (byte > quote) continue;
        if (byte === quote) inside = !inside;
        else if (byte === lineFeed && !inside) {
          found += 1;
          if (!headerDone) {
            keepHeader(chunk.subarray(0, index + 1));
            headerDone = true;
          }
        }
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
      return {
        rows: this.rows,
        header: Buffer.concat(headerParts),
        insideQuotes,
        terminated: last === lineFeed && !insideQuotes,
      };
    },
  };
};
export type RowCounter = ReturnType<typeof createRowCounter>;
