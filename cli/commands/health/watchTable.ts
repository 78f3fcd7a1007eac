import type { Context } from '../../context.ts';
import { heading, tableText } from '../../output/cells.ts';
import { chooseFields, type Row, valueAt } from '../../output/fields.ts';
import { shortTime } from '../../output/narrow.ts';

/** All that is watched stands side by side on 80 columns. */
const shortHeads: Readonly<Record<string, string>> = {
  inboundTotal: 'IN',
  inboundFailed: 'IN FAILED',
  inboundFailedPercent: 'IN %',
  outboundTotal: 'OUT',
  outboundFailed: 'OUT FAILED',
  outboundFailedPercent: 'OUT %',
  alertsOpen: 'ALERTS',
};
/** Room for the figures of later looks: a line is written before the next is known. */
const narrowest = 5;

const line = (cells: readonly string[], widths: readonly number[]): string =>
  `${cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`;

/** A line for each look as it comes, under one heading. */
export const watchTable = async ({ command, output, terminal }: Context, looks: AsyncIterable<Row>): Promise<void> => {
  const list = command.fields ?? { all: [], table: [] };
  const fields = chooseFields(output.rowOptions.fields, list.table, list);
  const heads = fields.map((field) => shortHeads[field] ?? heading(field));
  let widths: readonly number[] | undefined;
  for await (const look of looks) {
    const full = fields.map((field) => tableText(valueAt(look, field)));
    const cells = terminal.outIsTty ? full.map(shortTime) : full;
    const isFirst = widths === undefined;
    widths ??= heads.map((head, index) => Math.max(narrowest, head.length, cells[index]?.length ?? 0));
    await output.text((isFirst ? line(heads, widths) : '') + line(cells, widths));
  }
};
