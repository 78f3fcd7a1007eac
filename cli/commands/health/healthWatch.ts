import { type Context, defineCommand, actionFlag } from '../../command.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { dashboardRefreshMs } from '../../../shared/rules/diagnostics.ts';
import { parseDuration } from '../../durations.ts';
import { heading, tableText } from '../../output/cells.ts';
import { chooseFields, type Row, valueAt } from '../../output/fields.ts';
import { shortTime } from '../../output/table.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { summaryFields, summaryOf } from './channelHealth.ts';

const interval = (text: string): number => {
  const ms = parseDuration(text);
  if (ms < 1000) throw new TypeError('It must be at least 1s');
  return ms;
};

const defaultFields = [
  'at',
  'state',
  'inboundTotal',
  'inboundFailed',
  'outboundTotal',
  'outboundFailed',
  'waiting',
  'alertsOpen',
];

/** Short headings, so that the default fields fit into 80 columns. */
const shortHeadings: Readonly<Record<string, string>> = {
  inboundTotal: 'IN',
  inboundFailed: 'IN FAILED',
  inboundFailedPercent: 'IN %',
  outboundTotal: 'OUT',
  outboundFailed: 'OUT FAILED',
  outboundFailedPercent: 'OUT %',
  alertsOpen: 'ALERTS',
};
/** Minimum width of a column: later rows may have more digits. */
const minWidth = 5;

const line = (cells: readonly string[], widths: readonly number[]): string =>
  `${cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`;

/** Writes each summary as a line under one heading, as soon as it arrives. */
const writeTable = async (
  { command, output, terminal, now }: Context,
  summaries: AsyncIterable<Row>,
): Promise<void> => {
  const list = command.fields ?? { all: [], table: [] };
  const fields = chooseFields(output.rowOptions.fields, list.table, list);
  const heads = fields.map((field) => shortHeadings[field] ?? heading(field));
  let widths: readonly number[] | undefined;
  for await (const summary of summaries) {
    const full = fields.map((field) => tableText(valueAt(summary, field)));
    const cells = terminal.outIsTty ? full.map((text) => shortTime(text, now())) : full;
    const isFirst = widths === undefined;
    widths ??= heads.map((head, index) => Math.max(minWidth, head.length, cells[index]?.length ?? 0));
    await output.text((isFirst ? line(heads, widths) : '') + line(cells, widths));
  }
};

export const watch = defineCommand({
  name: 'watch',
  summary: 'Show the health summary repeatedly, until Ctrl-C or --count',
  description:
    'Each summary is a row, written as soon as it is loaded. JSON output is ndjson, one record per line, so that it can be parsed after Ctrl-C,\nwhich exits with 130.',
  options: [
    actionFlag('--interval <duration>', 'time between two summaries (10s)', { parse: interval }),
    actionFlag('--count <number>', 'stop after this many summaries', { parse: wholeNumber(1, 1_000_000) }),
  ],
  takes: ['record'],
  fields: { all: summaryFields, table: defaultFields, id: 'at' },
  calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts', 'diagnostics.worker'],
  examples: ['--interval 1s --count 2', '--interval 1s --count 2 --output ndjson'],
  async run(context, { interval: ms = dashboardRefreshMs, count = Number.POSITIVE_INFINITY }) {
    async function* summaries() {
      for (let number = 1; ; number += 1) {
        yield await summaryOf(context);
        if (number >= count) return;
        await delay(ms, undefined, { signal: context.signal });
      }
    }
    const { output } = context;
    if (output.format === 'table') return writeTable(context, summaries());
    if (output.format === 'json') return output.with({ format: 'ndjson' }).rows(summaries());
    // YAML output is written after the last row; lists of one row after each other are one list.
    if (output.format !== 'yaml') return output.rows(summaries());
    for await (const summary of summaries()) await output.rows([summary]);
  },
});
