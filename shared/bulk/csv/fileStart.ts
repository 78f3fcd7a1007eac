import { encodingNames, encodingOf, firstBytes, textOf } from './encoding.ts';
import { afterCharacters, delimiterName, readPreamble, sniffDelimiter } from './preamble.ts';
import { type CsvRecord, readCsv } from './readCsv.ts';
import type { ByteSource, Delimiter, ReadOptions } from './types.ts';

/** The start of a file, before its columns are mapped to an action. */
export interface FileStart {
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  readonly encoding: string;
  /** What was detected, as texts: `UTF-8, delimiter ;`. */
  readonly notes: readonly string[];
  /** All records with the header first; can be read more than once. */
  readonly records: () => AsyncIterable<readonly CsvRecord[]>;
}

const firstOf = async <T>(batches: AsyncIterable<readonly T[]>): Promise<T | undefined> => {
  for await (const [first] of batches) return first;
  return undefined;
};

/** Detects encoding, delimiter and header of a file. Throws a BulkError where it cannot be read at all. */
export const readStart = async (source: ByteSource, options: ReadOptions): Promise<FileStart> => {
  const { encoding, marked } = encodingOf(await firstBytes(source), options.encoding ?? 'auto');
  const preamble = await readPreamble(textOf(source, encoding));
  const named = options.delimiter === 'auto' ? undefined : options.delimiter;
  const delimiter = named ?? preamble.delimiter ?? sniffDelimiter(preamble.header);
  const records = () => readCsv(afterCharacters(textOf(source, encoding), preamble.length), delimiter, preamble.line);
  const { comments } = preamble;
  return {
    header: (await firstOf(records()))?.cells ?? [],
    delimiter,
    encoding: encodingNames[encoding],
    notes: [
      `${encodingNames[encoding]}${marked ? ' with a byte order mark' : ''}, delimiter ${delimiterName(delimiter)}`,
      ...(comments === 0
        ? []
        : [`${comments === 1 ? '1 comment line' : `${comments} comment lines`} before the header left out`]),
    ],
    records,
  };
};
