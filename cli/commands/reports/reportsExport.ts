import { randomUUID } from 'node:crypto';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { ExportSource } from '../../exports/exportToFile.ts';
import { outputWith } from '../../output/outputWith.ts';
import { manifestFields } from '../../exports/manifest.ts';
import { type ExportFlags, exportFlags } from '../../tree/exportFlags.ts';
import { type Report, reportCatalogue, reportNames } from './catalogue.ts';

interface Options extends ExportFlags {
  readonly fields?: string;
  readonly where?: readonly string[];
}

const keyOf = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const sourceOf = async (context: Context, report: Report, options: Options): Promise<ExportSource> => {
  const correlationId = randomUUID();
  const { fields, where, key } = options;
  const isSelected = fields !== undefined || where !== undefined;
  const { selectCsv } = isSelected ? await import('../../exports/csvRecords.ts') : {};
  return {
    report: report.name,
    origin: context.config.get('api'),
    profile: context.config.profileName,
    correlationId,
    selection: selectionOf(options),
    key: { requested: keyOf(key), known: report.key },
    ...(selectCsv === undefined ? {} : { select: selectCsv({ fields, where }, context.now()) }),
    open: async (signal: AbortSignal) =>
      // Not compressed on the way: then the announced length and the hash are those of the file.
      report.download(await context.client(), { signal, correlationId, headers: { 'accept-encoding': 'identity' } }),
  };
};

const selectionOf = ({ fields, where = [] }: Options): readonly string[] => [
  ...where.map((condition) => `--where=${condition}`),
  ...(fields === undefined ? [] : [`--fields=${fields}`]),
];

/** The header of the report is the only place that knows its columns; the rest of the download is left. */
const listColumns = async (context: Context, report: Report, options: Options): Promise<void> => {
  const [{ csvRecords }, source] = await Promise.all([
    import('../../exports/csvRecords.ts'),
    sourceOf(context, report, {}),
  ]);
  const stop = new AbortController();
  const { body } = await source.open(AbortSignal.any([context.signal, stop.signal]));
  let columns: readonly string[] = [];
  for await (const batch of csvRecords(body)) {
    columns = batch[0] ?? [];
    break;
  }
  stop.abort();
  const { terminal, config } = context;
  const fields = { all: ['field'], table: ['field'] };
  await outputWith(context, { fields, rows: {}, format: config.get('output'), pager: '' }).values('field', columns);
  if (options.out !== undefined) terminal.note("--fields '?' writes no file.");
};

/** Downloads one report, whole or not at all. */
export const reportsExport = defineCommand<Options>({
  name: 'export',
  summary: 'download a report as a CSV file, whole or not at all',
  description:
    'Without --out or --out-dir the file gets the name the server gives it, in the current folder. The file appears only when all\nof it has arrived; until then, and after a failure, what was there before stays. A manifest (rows, columns, ids, size, SHA-256,\norigin, verdict) is written beside it: FILE.manifest.json. A file with over 20 % fewer rows than the last good one is put aside\nas FILE.suspect (exit 12). With --quiet success prints nothing, unless --output asks for the manifest.',
  arguments: [{ name: '<report>', summary: reportNames.join(', '), choices: reportNames }],
  fields: manifestFields,
  options: [
    ...exportFlags,
    {
      flags: '--fields <list>',
      summary: "a,b chooses columns of the report; -a drops; '?' lists them",
      group: 'Selection',
    },
    {
      flags: '--where <condition>',
      summary: "only rows that meet it: 'Tier code=FREE'; repeat for and",
      group: 'Selection',
      many: true,
    },
  ],
  calls: ['reports.directAddresses', 'reports.organizations', 'reports.contactsUsage', 'reports.users'],
  exits: ['conflict', 'locked', 'brake', 'io', 'invalid'],
  examples: [
    'carepost reports export organizations --out-dir . --latest --delta --keep 14',
    'carepost reports export users --out users.csv --overwrite --checksum',
    "carepost reports export direct-addresses --where 'Status=Enabled' --gzip",
    'carepost reports export contacts-usage --out -',
  ],
  async run(context, options, [name]) {
    const report = reportCatalogue.find((one) => one.name === name);
    if (report === undefined) throw new CliError('E-USAGE', `There is no report "${name ?? ''}".`);
    if (options.since !== undefined) {
      throw new CliError('E-USAGE', `The report ${report.name} takes no dates, so --since cannot narrow it.`, {
        hint: 'Use --delta: it writes what changed since the last good export.',
      });
    }
    if (options.fields === '?') return listColumns(context, report, options);
    const { runJob, writeExport } = await import('../../exports/exportJob.ts');
    const job = { report: report.name, selection: selectionOf(options), format: 'csv', flags: options } as const;
    const source = await sourceOf(context, report, options);
    const resultFormat = { format: context.config.get('output'), isRequested: context.globals.output !== undefined };
    await runJob(context, job, (running) => writeExport(context, running, source, resultFormat));
  },
});
