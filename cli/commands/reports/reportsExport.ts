import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showProgress } from '../../exports/progress.ts';
import type { Seen } from '../../exports/transfer.ts';
import { type Report, reportCatalogue, reportNames } from './catalogue.ts';
import { type ExportFlags, type ExportPlan, planExport } from './exportPlan.ts';

const fields = [
  'report',
  'file',
  'rows',
  'bytes',
  'sha256',
  'verdict',
  'columns',
  'gzip',
  'excel',
  'profile',
  'origin',
  'started',
  'ended',
  'correlationId',
];

const sourceOf = (context: Context, report: Report) => {
  const correlationId = randomUUID();
  return {
    report: report.name,
    origin: context.config.get('api'),
    profile: context.config.profileName,
    correlationId,
    open: async (signal: AbortSignal) =>
      // Not compressed on the way: then the announced length and the hash are those of the file.
      report.download(await context.client(), { signal, correlationId, headers: { 'accept-encoding': 'identity' } }),
  };
};

const doubt =
  'The last line does not end as lines do; the server may have stopped early. The manifest says "doubtful".';

const write = async (
  context: Context,
  report: Report,
  flags: ExportFlags,
  plan: ExportPlan,
  seen: Seen,
): Promise<void> => {
  const { signal, now, output, terminal } = context;
  const shape = { gzip: flags.gzip === true, excel: flags.excel === true };
  const stop = showProgress({ report: report.name, seen, terminal, quiet: context.globals.quiet === true, now });
  const options = { ...shape, idleMs: context.config.milliseconds('timeout'), signal, seen, now };
  try {
    if (plan.kind === 'stdout') {
      const { exportToStdout } = await import('../../exports/exportToStdout.ts');
      const { rows, verdict } = await exportToStdout(sourceOf(context, report), options);
      stop();
      terminal.note(`${report.name}: ${rows.toLocaleString('en-US')} rows`);
      if (verdict === 'doubtful') terminal.note(doubt);
      return;
    }
    const { exportToFile } = await import('../../exports/exportToFile.ts');
    const { file, manifest } = await exportToFile(sourceOf(context, report), plan, {
      ...options,
      checksum: flags.checksum === true,
      latest: flags.latest === true,
      keepPartial: flags.keepPartial === true,
    });
    stop();
    if (manifest.verdict === 'doubtful') terminal.note(doubt);
    // Under cron every word is a mail: --quiet keeps the result back as well, unless its format was asked for.
    if (context.globals.quiet === true && context.globals.output === undefined) return;
    await output.record({ ...manifest, file });
  } finally {
    stop();
  }
};

/** Downloads one report, whole or not at all. */
export const reportsExport = defineCommand<ExportFlags>({
  name: 'export',
  summary: 'download a report as a CSV file, whole or not at all',
  description:
    'Without --out or --out-dir the file gets the name the server gives it, in the current folder. The file appears only when all\nof it has arrived; until then, and after a failure, what was there before stays. A manifest (rows, columns, size, SHA-256,\norigin) is written beside it: FILE.manifest.json. With --quiet success prints nothing, unless --output asks for the manifest.',
  arguments: [{ name: '<report>', summary: reportNames.join(', '), choices: reportNames }],
  takes: ['record'],
  fields: { all: fields, table: ['file', 'rows', 'bytes', 'sha256'], id: 'file' },
  options: [
    { flags: '--out <file>', summary: 'write this file; - is standard output', group: 'Output', complete: 'files' },
    {
      flags: '--out-dir <folder>',
      summary: 'write into this folder, which must exist',
      group: 'Output',
      complete: 'files',
    },
    { flags: '--name <template>', summary: 'file name of {report}, {profile} and {utc}', group: 'Output' },
    { flags: '--latest', summary: 'also keep {report}_latest.csv up to date', group: 'Output' },
    { flags: '--gzip', summary: 'compress; .gz is added to names not given by --out', group: 'Output' },
    { flags: '--checksum', summary: 'write FILE.sha256 for sha256sum -c', group: 'Output' },
    { flags: '--excel', summary: 'byte order mark, CRLF, ids as text, formulas disarmed', group: 'Output' },
    { flags: '--overwrite', summary: 'replace a file that is there already', group: 'Safety' },
    { flags: '--keep-partial', summary: 'keep what arrived of a failed download', group: 'Safety' },
  ],
  calls: ['reports.directAddresses', 'reports.organizations', 'reports.contactsUsage', 'reports.users'],
  exits: ['conflict', 'io'],
  examples: [
    'carepost reports export organizations',
    'carepost reports export users --out users.csv --overwrite --checksum',
    'carepost reports export direct-addresses --out-dir . --latest --gzip',
    'carepost reports export contacts-usage --out -',
  ],
  async run(context, flags, [name]) {
    const report = reportCatalogue.find((one) => one.name === name);
    if (report === undefined) throw new CliError('E-USAGE', `There is no report "${name ?? ''}".`);
    const plan = await planExport(flags, {
      report: report.name,
      profile: context.config.profileName,
      moment: new Date(context.now()),
      outIsTty: context.terminal.outIsTty,
    });
    await write(context, report, flags, plan, { rows: 0, bytes: 0 });
  },
});
