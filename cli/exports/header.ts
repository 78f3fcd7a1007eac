import { CliError } from '../errors.ts';
import type { FindKey } from './rowCounter.ts';

/** The names in the first line of a CSV file. Throws E-EXPORT-CUT for what is no header line. */
export type ReadHeader = (header: Uint8Array) => readonly string[];

/** Loads the CSV reader once, so that headers can be read while bytes pass. */
export const headerReader = async (): Promise<ReadHeader> => {
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
 * Which of the columns name a row: those asked for, else those the report is known to have, else one called id. None where a name is
 * missing: another platform may call them otherwise.
 */
export const keyColumns = (
  columns: readonly string[],
  asked: readonly string[] | undefined,
  known: readonly string[] = [],
): readonly string[] => {
  if (asked !== undefined) {
    const missing = asked.find((name) => !columns.includes(name));
    if (missing !== undefined) {
      throw new CliError('E-USAGE', `--key names the column "${missing}", which is not there.`, {
        hint: `Columns: ${columns.join(', ')}.`,
      });
    }
    return asked;
  }
  if (known.length > 0 && known.every((name) => columns.includes(name))) return known;
  const id = columns.find((name) => name.toLowerCase() === 'id');
  return id === undefined ? [] : [id];
};

/** The same as places in the row, for the row counter. A line that cannot be read is told of when the file has ended. */
export const keyFinder =
  (read: ReadHeader, asked: readonly string[] | undefined, known?: readonly string[]): FindKey =>
  (header) => {
    let columns: readonly string[];
    try {
      columns = read(header);
    } catch {
      return [];
    }
    return keyColumns(columns, asked, known)
      .map((name) => columns.indexOf(name))
      .sort((a, b) => a - b);
  };
