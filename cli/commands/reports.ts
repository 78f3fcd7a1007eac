import { type Context, defineCommand, type Command, selectionFlag } from '../command.ts';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { Download } from '../../shared/client/download.ts';
import { wire } from '../../shared/contract/wire.ts';
import { CliError } from '../errors.ts';
import type { Difference } from '../exports/compareFiles.ts';
import type { ExportSource } from '../exports/exportToFile.ts';
import { changesText, manifestFields } from '../exports/manifest.ts';
import { showList } from '../output/listing.ts';
import { meets, parseCondition } from '../output/where.ts';
import { type ExportFlags, exportFlags } from '../tree/exportFlags.ts';

/** The reports of the platform by the name they have on the command line (spec 1 section 7). */
export interface Report {
  readonly name: string;
  readonly holds: string;
  readonly call: string;
  /** The columns that together name a row. */
  readonly key: readonly string[];
  readonly download: (client: Client, options: CallOptions) => Promise<Download>;
}

type Row = keyof Client['reports'];

const defineReport = (name: string, holds: string, key: readonly string[], row: Row): Report => ({
  name,
  holds,
  key,
  call: `GET ${wire['reports']?.[row]?.path ?? ''}`,
  download: (client, options) => client.reports[row]({}, options),
});

const number = 'Organization number';

export const reportCatalogue: readonly Report[] = [
  defineReport(
    'direct-addresses',
    'direct addresses of all organizations',
    [number, 'Direct address'],
    'directAddresses',
  ),
  defineReport('organizations', 'all organizations', [number], 'organizations'),
  defineReport('contacts-usage', 'contacts and usage of all organizations', [number, 'Month'], 'contactsUsage'),
  defineReport('users', 'users of all organizations', ['User name', number], 'users'),
];
export const reportNames = reportCatalogue.map(({ name }) => name);

/** Lists the reports, without the server. */
export const reportsList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List the reports that can be exported',
  takes: ['rows'],
  fields: { all: ['name', 'holds', 'call'], table: ['name', 'holds'], id: 'name' },
  calls: [],
  examples: ['carepost reports list', 'carepost reports list --output ids'],
  run: (context) =>
    showList(
      context,
      reportCatalogue.map(({ name, holds, call }) => ({ name, holds, call })),
    ),
});

interface ExportOptions extends ExportFlags {
  readonly fields?: string;
  readonly where?: readonly string[];
}

const keyOf = (text: string | undefined): readonly string[] | undefined =>
  text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const sourceOf = async (context: Context, report: Report, options: ExportOptions): Promise<ExportSource> => {
  const correlationId = randomUUID();
  const { fields, where, key } = options;
  const isSelected = fields !== undefined || where !== undefined;
  const { selectCsv } = isSelected ? await import('../exports/csvRecords.ts') : {};
  return {
    correlationId,
    key: { requested: keyOf(key), known: report.key },
    ...(selectCsv === undefined ? {} : { select: selectCsv({ fields, where }, context.now()) }),
    open: async (signal: AbortSignal) =>
      // Not compressed on the way: then the announced length and the hash are those of the file.
      report.download(await context.client(), { signal, correlationId, headers: { 'accept-encoding': 'identity' } }),
  };
};

const selectionOf = ({ fields, where = [] }: ExportOptions): readonly string[] => [
  ...where.map((condition) => `--where=${condition}`),
  ...(fields === undefined ? [] : [`--fields=${fields}`]),
];

/** Only the header of the report has its columns; the rest of the download is aborted. */
const listColumns = async (context: Context, report: Report, options: ExportOptions): Promise<void> => {
  const [{ csvRecords }, source] = await Promise.all([
    import('../exports/csvRecords.ts'),
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
  const { terminal, config, output } = context;
  const fields = { all: ['field'], table: ['field'] };
  await output
    .with({ command: { fields }, rows: {}, format: config.get('output'), pager: '' })
    .values('field', columns);
  if (options.out !== undefined) terminal.note("--fields '?' writes no file.");
};

/** Downloads one report completely, or leaves no file. */
export const reportsExport = defineCommand<ExportOptions>({
  name: 'export',
  summary: 'Download a report as a CSV file, completely or not at all',
  description:
    'Without --out or --out-dir the file has the name from the server, in the current folder. With --out-dir it is\n{report}_{profile}_{utc}.csv; a second export in the same second gets a number. The file is created when all of it has arrived;\nbefore that, and after a failure, an existing file stays unchanged. A manifest (rows, columns, ids, size, SHA-256, origin,\nverdict) is written beside it: FILE.manifest.json. A file with over 20 % fewer rows than the last good one becomes FILE.suspect\n(exit 12). With --quiet success prints nothing, unless --output requests the manifest.',
  arguments: [{ name: '<report>', summary: reportNames.join(', '), choices: reportNames }],
  fields: manifestFields,
  options: [
    ...exportFlags,
    selectionFlag('--fields <list>', "a,b chooses columns of the report; -a drops; '?' lists them"),
    selectionFlag('--where <condition>', "only rows that match: 'Tier code=FREE'; repeat for and", { many: true }),
  ],
  calls: ['reports.directAddresses', 'reports.organizations', 'reports.contactsUsage', 'reports.users'],
  exits: ['invalid', 'locked', 'brake'],
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
    const { runJob, writeExport } = await import('../exports/exportJob.ts');
    const job = { report: report.name, selection: selectionOf(options), format: 'csv', flags: options } as const;
    const source = await sourceOf(context, report, options);
    const resultFormat = { format: context.config.get('output'), isRequested: context.globals.output !== undefined };
    await runJob(context, job, (running) => writeExport(context, running, source, resultFormat));
  },
});

/** Checks an exported file against the manifest beside it, without the server. */
export const reportsVerify = defineCommand({
  name: 'verify',
  summary: 'Check an exported file against its manifest, offline',
  description:
    'Size, SHA-256, compression, rows, columns and ids must equal those in FILE.manifest.json. Exit 8 if one differs.',
  arguments: [{ name: '<file>', summary: 'the exported file; its manifest is beside it' }],
  takes: ['rows'],
  fields: { all: ['check', 'manifest', 'file', 'ok'], table: ['check', 'manifest', 'file', 'ok'], id: 'check' },
  calls: [],
  examples: ['carepost reports verify <file>', 'carepost reports verify <file> --output json'],
  async run(context, _options, [name = '']) {
    const [{ manifestBeside }, { verifyFile }] = await Promise.all([
      import('../exports/exportedRows.ts'),
      import('../exports/exportedRows.ts'),
    ]);
    const path = context.pathOf(name);
    const manifest = await manifestBeside(path);
    if (manifest === undefined) {
      if ((await stat(path).catch(() => undefined)) === undefined)
        throw new CliError('E-IO', `${path} does not exist.`);
      throw new CliError('E-EXPORT-UNPROVEN', `${path} has no manifest beside it.`);
    }
    const checks = await verifyFile(path, manifest);
    await showList(context, checks);
    const failed = checks.filter(({ ok }) => !ok);
    if (failed.length === 0) return { exit: 'ok', message: '' };
    return {
      exit: 'conflict',
      message: `${failed.length} of ${checks.length} checks failed: ${failed.map(({ check }) => check).join(', ')}`,
    };
  },
});

const historyFields = [
  'ended',
  'report',
  'profile',
  'origin',
  'path',
  'present',
  'rows',
  'distinctIds',
  'bytes',
  'sha256',
  'verdict',
  'suspect',
  'delta',
  'selection',
  'format',
  'columns',
  'started',
  'correlationId',
];

/** Lists the exports of this account on this machine, without the server. */
export const reportsHistory = defineCommand({
  name: 'history',
  summary: 'List the exports made by this account on this machine, newest first',
  arguments: [{ name: '[report]', summary: 'a report, or a list such as orgs-list' }],
  takes: ['rows'],
  fields: {
    all: historyFields,
    table: ['ended', 'report', 'path', 'present', 'rows', 'verdict'],
    id: 'path',
    since: 'ended',
  },
  calls: [],
  examples: ['carepost reports history --limit 5', 'carepost reports history users --output json'],
  async run(context, _options, [report]) {
    const { registeredExports, isPresent } = await import('../exports/register.ts');
    const rows: Record<string, unknown>[] = [];
    for await (const entry of registeredExports(context.folders, report)) {
      const { manifest, folder } = entry;
      rows.push({ ...manifest, path: join(folder, manifest.file), present: await isPresent(entry) });
    }
    await showList(context, rows);
  },
});

const differenceColumns = ['change', 'key', 'column', 'old', 'new'];
const differenceList = { all: differenceColumns, table: differenceColumns, id: 'key' };

/** Compares two exported files by key, without the server. */
export const reportsDiff = defineCommand({
  name: 'diff',
  summary: 'Compare two exported files row by row, offline',
  description:
    'Rows are matched by key, in any order; files may be compressed or prepared for Excel. One row is shown for each changed cell,\nand one for each row of only one file, with all its cells. Exit 0 if the files are equal, 10 if they differ.',
  arguments: [
    { name: '<old>', summary: 'the older file' },
    { name: '<new>', summary: 'the newer file' },
  ],
  options: [selectionFlag('--key <columns>', 'columns that identify a row; known for the reports of carepost')],
  takes: ['rows'],
  fields: differenceList,
  calls: [],
  exits: ['changes'],
  examples: [
    'carepost reports diff <old> <new> --key "Organization number"',
    'carepost reports diff <old> <new> --output csv',
  ],
  async run(context, { key }, [oldName = '', newName = '']) {
    const [{ compareFiles }, { openExported, manifestBeside }] = await Promise.all([
      import('../exports/compareFiles.ts'),
      import('../exports/exportedRows.ts'),
    ]);
    context.io.preferSmallHeap();
    const [oldPath, newPath] = [context.pathOf(oldName), context.pathOf(newName)];
    const manifest = await manifestBeside(newPath);
    const before = await openExported(oldPath, await manifestBeside(oldPath));
    const after = await openExported(newPath, manifest);
    const known = manifest?.key ?? reportCatalogue.find(({ name }) => name === manifest?.report)?.key;
    const requested = key?.split(',').map((name) => name.trim());
    const comparison = compareFiles(before, after, { requested, known });
    const { onlyOld, onlyNew, counts } = comparison;
    for (const name of onlyOld) context.terminal.note(`Only the old file has the column ${name}; it is not compared.`);
    for (const name of onlyNew) context.terminal.note(`Only the new file has the column ${name}; it is not compared.`);

    const { where = [], limit = Number.POSITIVE_INFINITY } = context.output.rowOptions;
    const conditions = where.map((text) => parseCondition(text, differenceList));
    // All differences are read, so that they are counted; --where and --limit select the visible ones.
    async function* shown(differences: AsyncIterable<Difference>): AsyncGenerator<Difference> {
      let left = limit;
      for await (const difference of differences) {
        if (left <= 0 || !conditions.every((one) => meets(difference, one, context.now()))) continue;
        left -= 1;
        yield difference;
      }
    }
    await context.output.rows(shown(comparison.differences()));
    const isEqual = counts.added + counts.removed + counts.changedCells + onlyOld.length + onlyNew.length === 0;
    if (isEqual) return { exit: 'ok', message: '' };
    const columns = onlyOld.length + onlyNew.length > 0 ? `, ${onlyOld.length + onlyNew.length} columns differ` : '';
    const message = `${changesText(counts)}${columns}`;
    return { exit: 'changes', message };
  },
});

export const commands: readonly Command[] = [reportsList, reportsExport, reportsVerify, reportsHistory, reportsDiff];
