import { defineCommand } from '../../command.ts';
import { formatDuration, parseDuration } from '../../durations.ts';
import { CliError } from '../../errors.ts';
import type { Row } from '../../output/fields.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { channelRows } from './healthRows.ts';

interface Options {
  readonly warn?: number;
  readonly error?: number;
  readonly queueWarn?: number;
  readonly queueError?: number;
  readonly minimum?: number;
}

/** What monitoring plugins end with; errors of the call keep the exits of every command (69, 4, 5 …), which monitors show as unknown. */
const pluginCodes = { OK: 0, WARNING: 1, CRITICAL: 2 } as const;
type Verdict = keyof typeof pluginCodes;
const order: readonly Verdict[] = ['OK', 'WARNING', 'CRITICAL'];

const percent = (text: string): number => {
  const number = Number(text.replace(/%$/, ''));
  if (!(number >= 0 && number <= 100)) throw new TypeError('It is from 0 to 100 percent');
  return number;
};

const judge = (value: number, warn: number, error: number): Verdict => {
  if (value >= error) return 'CRITICAL';
  return value >= warn ? 'WARNING' : 'OK';
};

/** Both limits of a pair have a usual value, so one given alone may lie beyond the other. */
const checkPair = (flags: readonly [string, string], warn: number, error: number, show: (value: number) => string) => {
  if (warn <= error) return;
  const [warnFlag, errorFlag] = flags;
  throw new CliError('E-USAGE', `${warnFlag} (${show(warn)}) is above ${errorFlag} (${show(error)}).`, {
    hint: `What is critical begins at or above what is a warning: give ${warnFlag} and ${errorFlag}.`,
  });
};

const fields = ['verdict', 'text', 'failurePercent', 'oldestWaitingSeconds', 'openAlerts', 'faults'];

export const healthCheck = defineCommand<Options>({
  name: 'check',
  summary: 'Check the exchange as a monitoring plugin: 0 is OK, 1 WARNING, 2 CRITICAL',
  description:
    'The worst of: share of failed workflows of any channel in 24 hours (where enough came for a share to mean something), age of the oldest waiting workflow, open alerts.\nOnly this command ends with the codes of monitoring plugins. Where it cannot tell, it ends as every command does (4, 5, 69, 75), which monitors show as UNKNOWN.',
  exitMeanings: {
    ok: 'OK',
    internal: 'WARNING, or a defect in carepost (the error then says so)',
    usage: 'CRITICAL, or a wrong flag (the error then says so)',
  },
  options: [
    { flags: '--warn <percent>', summary: 'failed share that is a warning (10)', group: 'Selection', parse: percent },
    { flags: '--error <percent>', summary: 'failed share that is critical (25)', group: 'Selection', parse: percent },
    {
      flags: '--queue-warn <duration>',
      summary: 'waiting time that is a warning (2m)',
      group: 'Selection',
      parse: parseDuration,
    },
    {
      flags: '--queue-error <duration>',
      summary: 'waiting time that is critical (10m)',
      group: 'Selection',
      parse: parseDuration,
    },
    {
      flags: '--minimum <number>',
      summary: 'judge the share of a channel from so many outcomes on (20)',
      group: 'Selection',
      parse: wholeNumber(1, 1_000_000),
    },
  ],
  takes: ['record'],
  scalar: true,
  fields: { all: fields, table: fields },
  calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts'],
  examples: [
    'carepost health check --warn 100 --error 100 --queue-warn 30d --queue-error 60d',
    'carepost health check --warn 5 --error 20 --output json || true',
  ],
  async run(context, options) {
    const { warn = 10, error = 25, queueWarn = 120_000, queueError = 600_000, minimum = 20 } = options;
    checkPair(['--warn', '--error'], warn, error, (value) => `${value} %`);
    checkPair(['--queue-warn', '--queue-error'], queueWarn, queueError, formatDuration);
    const client = await context.client();
    const [counts, alerts] = await Promise.all([
      client.diagnostics.messageCounts({}, { signal: context.signal }),
      client.diagnostics.systemAlerts({}, { signal: context.signal }),
    ]);
    const faults: { readonly verdict: Verdict; readonly text: string }[] = [];
    const note = (verdict: Verdict, text: string) => {
      if (verdict !== 'OK') faults.push({ verdict, text });
    };
    const rows = channelRows(counts);
    const isJudged = (row: Row) => Number(row['success']) + Number(row['failure']) >= minimum;
    for (const row of rows) {
      const name = String(row['name']);
      const { failurePercent, oldestWaitingSeconds } = row;
      // A limit of 0 asks for the first one that failed or waits, not for none.
      if (isJudged(row) && Number(failurePercent) > 0)
        note(judge(Number(failurePercent), warn, error), `${name}: ${String(failurePercent)} % failed`);
      if (oldestWaitingSeconds === null) continue;
      const waited = Number(oldestWaitingSeconds) * 1000;
      note(judge(waited, queueWarn, queueError), `${name}: oldest waits ${formatDuration(waited)}`);
    }
    const open = alerts.items.filter(({ state }) => state === 'open');
    for (const { name, status } of open) note(status === 'Triggered' ? 'CRITICAL' : 'WARNING', `alert: ${name}`);
    const verdict = order[Math.max(0, ...faults.map((fault) => order.indexOf(fault.verdict)))] ?? 'OK';
    const most = (field: string, of: readonly Row[]) => Math.max(0, ...of.map((row) => Number(row[field] ?? 0)));
    const record = {
      verdict,
      failurePercent: most('failurePercent', rows.filter(isJudged)),
      oldestWaitingSeconds: most('oldestWaitingSeconds', rows),
      openAlerts: open.length,
      faults: faults.map(({ text }) => text),
    };
    const said = faults.length === 0 ? 'the exchange is doing well' : record.faults.join('; ');
    const figures = `failed=${record.failurePercent}%;${warn};${error} waiting=${record.oldestWaitingSeconds}s;${queueWarn / 1000};${queueError / 1000} alerts=${open.length}`;
    const text = `${verdict} - ${said} | ${figures}`;
    if (context.output.format === 'table') await context.output.text(`${text}\n`);
    else await context.output.record({ ...record, text });
    return { exit: 'ok', message: text, pluginCode: pluginCodes[verdict] };
  },
});
