import type { Context } from '../command.ts';
import { bulkActionNamed, bulkActions } from '../../shared/bulk/actions/catalogue.ts';
import { hashPair } from '../../shared/bulk/hash.ts';
import { filledLines } from '../../shared/bulk/template.ts';
import { CliError } from '../errors.ts';
import { cellText } from '../output/cells.ts';
import type { Row } from '../output/fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { createShared, rowContext } from '../../shared/bulk/rowContext.ts';
import { createHashTable } from '../../shared/bulk/hashTable.ts';
import { batched } from './rowCounter.ts';

async function* toBytes(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const batch of batched(lines)) yield Buffer.from(batch.join(''));
}

/**
 * The organizations of a list as a bulk action reads them: its columns with the current values, and `_base`, which reveals cells that
 * another user changes in the meantime (design: spreadsheet round trip). The list is read first: it selects the organizations.
 */
export const roundTrip = async (
  context: Context,
  rows: AsyncIterable<Row> | Iterable<Row>,
  name: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> => {
  const action = bulkActionNamed(name);
  const suitable = bulkActions.filter((one) => one.scan !== undefined).map((one) => one.name);
  if (action?.scan === undefined) {
    throw new CliError('E-USAGE', `--for does not support the action "${name}".${didYouMean(name, suitable)}`, {
      hint: `Actions: ${suitable.join(', ')}.`,
    });
  }
  const selected = createHashTable();
  for await (const row of rows) selected.add(hashPair(cellText(row['id'])));
  const currents = action.scan(
    rowContext(await context.client(), { signal }, createShared()),
    (organization) => selected.find(hashPair(cellText(organization['id']))) >= 0,
  );
  return toBytes(filledLines(action, currents));
};
