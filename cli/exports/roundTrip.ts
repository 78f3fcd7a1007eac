import { bulkActionNamed, bulkActions } from '../../shared/bulk/actions/catalogue.ts';
import { hashPair } from '../../shared/bulk/hash.ts';
import { filledLines } from '../../shared/bulk/template.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { cellText } from '../output/cells.ts';
import type { Row } from '../output/fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { createHashTable } from './hashTable.ts';

/** Text handed on at once. */
const enough = 64 * 1024;

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < enough) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Answers asked once for all rows. */
const sharedAnswers = () => {
  const kept = new Map<string, Promise<unknown>>();
  return {
    once<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = kept.get(key) ?? load();
      kept.set(key, known);
      return known as Promise<T>;
    },
  };
};

/**
 * The organizations of a list in the form a bulk action takes back: its columns with what stands now, and `_base`, by which cells that
 * somebody else changes meanwhile are found (design: spreadsheet round trip). The list is read first, for which of them.
 */
export const roundTrip = async (
  context: Context,
  rows: AsyncIterable<Row> | Iterable<Row>,
  name: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> => {
  const action = bulkActionNamed(name);
  const fitting = bulkActions.filter((one) => one.scan !== undefined).map((one) => one.name);
  if (action?.scan === undefined) {
    throw new CliError('E-USAGE', `--for takes no action "${name}".${didYouMean(name, fitting)}`, {
      hint: `Actions: ${fitting.join(', ')}.`,
    });
  }
  const chosen = createHashTable({ values: false });
  for await (const row of rows) chosen.add(...hashPair(cellText(row['id'])));
  const client = await context.client();
  const currents = action.scan({ client, options: { signal }, shared: sharedAnswers() }, (organization) => {
    return chosen.find(...hashPair(cellText(organization['id']))) >= 0;
  });
  return inChunks(filledLines(action, currents));
};
