import { defineCommand, actionFlag } from '../../command.ts';
import { formatDuration, parseDuration } from '../../durations.ts';
import { CliError } from '../../errors.ts';
import type { Row } from '../../output/fields.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { channelRows } from './channelHealth.ts';

/** Exit codes of monitoring plugins. Errors keep the exit codes of every command (69, 4, 5 …), which monitoring systems show as UNKNOWN. */
const pluginCodes = { OK: 0, WARNING: 1, CRITICAL: 2 } as const;
type Status = keyof typeof pluginCodes;
const severities: readonly Status[] = ['OK', 'WARNING', 'CRITICAL'];

const percent = (text: string): number => {
  const number = Number(text.replace(/%$/, ''));
  if (!(number >= 0 && number <= 100)) throw new TypeError('It must be from 0 to 100 percent');
  return number;
};

const statusOf = (value: number, warn: number, error: number): Status => {
  if (value >= error) return 'CRITICAL';
  return value >= warn ? 'WARNING' : 'OK';
};

/** Both limits have a default, so that a flag alone can cross the other limit. */
const checkPair = (flags: readonly [string, string], warn: number, error: number, show: (value: number) => string) => {
  if (warn <= error) return;
  const [warnFlag, errorFlag] = flags;
  throw new CliError('E-USAGE', `${warnFlag} (${show(warn)}) is above ${errorFlag} (${show(error)}).`, {
    hint: `The critical limit must not be below the warning limit: set ${warnFlag} and ${errorFlag}.`,
  });
};

const fields = ['verdict', 'text', 'failurePercent', 'oldestWaitingSeconds', 'openAlerts', 'faults'];

export const check = defineCommand({
  name: 'check',
  summary: 'Check the exchange as a monitoring plugin: 0 is OK, 1 WARNING, 2 CRITICAL',
  description:
    'Reports the worst of: the percentage of failed workflows of each channel in 24 hours, the age of the oldest waiting workflow, open alerts.\nOnly this command exits with the codes of monitoring plugins. An error keeps its own exit code (4, 5, 69, 75), which monitoring systems show\nas UNKNOWN.',
  exitMeanings: {
    ok: 'OK',
    internal: 'WARNING, or a defect in carepost (the error says so)',
    usage: 'CRITICAL, or a wrong flag (the error says so)',
  },
  options: [
    actionFlag('--warn <percent>', 'percentage of failures that counts as a warning (10)', { parse: percent }),
    actionFlag('--error <percent>', 'percentage of failures that counts as critical (25)', { parse: percent }),
    actionFlag('--queue-warn <duration>', 'waiting time that counts as a warning (2m)', { parse: parseDuration }),
    actionFlag('--queue-error <duration>', 'waiting time that counts as critical (10m)', { parse: parseDuration }),
    actionFlag('--minimum <number>', 'ignore the percentage of a channel with fewer outcomes (20)', {
      parse: wholeNumber(1, 1_000_000),
    }),
  ],
  takes: ['record'],
  scalar: true,
  fields,
  calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts'],
  examples: ['--warn 100 --error 100 --queue-warn 30d --queue-error 60d', '--warn 5 --error 20 --output json || true'],
  async run(context, options) {
    const { warn = 10, error = 25, queueWarn = 120_000, queueError = 600_000, minimum = 20 } = options;
    checkPair(['--warn', '--error'], warn, error, (value) => `${value} %`);
    checkPair(['--queue-warn', '--queue-error'], queueWarn, queueError, formatDuration);
    const client = await context.client();
    const [counts, alerts] = await Promise.all([
      client.diagnostics.messageCounts({}, { signal: context.signal }),
      client.diagnostics.systemAlerts({}, { signal: context.signal }),
    ]);
    const faults: { readonly status: Status; readonly text: string }[] = [];
    const report = (status: Status, text: string) => {
      if (status !== 'OK') faults.push({ status, text });
    };
    const rows = channelRows(counts);
    const isSignificant = (row: Row) => Number(row['success']) + Number(row['failure']) >= minimum;
    for (const row of rows) {
      const name = String(row['name']);
      const { failurePercent, oldestWaitingSeconds } = row;
      // A limit of 0 reports the first failure, not the absence of failures.
      if (isSignificant(row) && Number(failurePercent) > 0)
        report(statusOf(Number(failurePercent), warn, error), `${name}: ${String(failurePercent)} % failed`);
      if (oldestWaitingSeconds === null) continue;
      const waited = Number(oldestWaitingSeconds) * 1000;
      report(statusOf(waited, queueWarn, queueError), `${name}: oldest waits ${formatDuration(waited)}`);
    }
    const open = alerts.items.filter(({ state }) => state === 'open');
    for (const { name, status } of open) report(status === 'Triggered' ? 'CRITICAL' : 'WARNING', `alert: ${name}`);
    const status = severities[Math.max(0, ...faults.map((fault) => severities.indexOf(fault.status)))] ?? 'OK';
    const maxOf = (field: string, among: readonly Row[]) => Math.max(0, ...among.map((row) => Number(row[field] ?? 0)));
    const record = {
      verdict: status,
      failurePercent: maxOf('failurePercent', rows.filter(isSignificant)),
      oldestWaitingSeconds: maxOf('oldestWaitingSeconds', rows),
      openAlerts: open.length,
      faults: faults.map(({ text }) => text),
    };
    const summary = faults.length === 0 ? 'no faults' : record.faults.join('; ');
    const figures = `failed=${record.failurePercent}%;${warn};${error} waiting=${record.oldestWaitingSeconds}s;${queueWarn / 1000};${queueError / 1000} alerts=${open.length}`;
    const text = `${status} - ${summary} | ${figures}`;
    if (context.output.format === 'table') await context.output.text(`${text}\n`);
    else await context.output.record({ ...record, text });
    return { exit: 'ok', message: text, pluginCode: pluginCodes[status] };
  },
});
