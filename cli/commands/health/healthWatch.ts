import { setTimeout as delay } from 'node:timers/promises';
import { dashboardRefreshMs } from '../../../shared/rules/diagnostics.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { parseDuration } from '../../durations.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { summaryFields, summaryOf } from './summary.ts';

interface Options {
  readonly interval?: number;
  readonly count?: number;
}

const interval = (text: string): number => {
  const ms = parseDuration(text);
  if (ms < 1000) throw new TypeError('It is at least 1s');
  return ms;
};

const usual = [
  'at',
  'state',
  'inboundTotal',
  'inboundFailed',
  'outboundTotal',
  'outboundFailed',
  'waiting',
  'alertsOpen',
];

export const healthWatch = defineCommand<Options>({
  name: 'watch',
  summary: 'Show how the exchange is doing again and again, until Ctrl-C or as often as asked',
  description:
    'Each look is a row of its own, written at once. JSON is ndjson here, a record a line, with --output json and without a terminal, too:\nwhat was written before Ctrl-C can be read. Ctrl-C ends it with exit 130.',
  options: [
    { flags: '--interval <duration>', summary: 'time between two looks (10s)', group: 'Selection', parse: interval },
    {
      flags: '--count <number>',
      summary: 'end after so many looks',
      group: 'Selection',
      parse: wholeNumber(1, 1_000_000),
    },
  ],
  takes: ['record'],
  fields: { all: summaryFields, table: usual, id: 'at' },
  calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts', 'diagnostics.worker'],
  examples: [
    'carepost health watch --interval 1s --count 2',
    'carepost health watch --interval 1s --count 2 --output ndjson',
  ],
  async run(context, { interval: ms = dashboardRefreshMs, count = Number.POSITIVE_INFINITY }) {
    async function* looks() {
      for (let look = 1; ; look += 1) {
        yield await summaryOf(context);
        if (look >= count) return;
        await delay(ms, undefined, { signal: context.signal });
      }
    }
    const { output } = context;
    if (output.format === 'table') {
      const { watchTable } = await import('./watchTable.ts');
      return watchTable(context, looks());
    }
    if (output.format === 'json') {
      const { outputWith } = await import('../../output/outputWith.ts');
      const asLines: Context = { ...context, output: { ...output, format: 'ndjson' } };
      return outputWith(asLines, {}).rows(looks());
    }
    // YAML waits for its last row; one list after the other is one list.
    if (output.format !== 'yaml') return output.rows(looks());
    for await (const look of looks()) await output.rows([look]);
  },
});
