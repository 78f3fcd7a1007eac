import { randomUUID } from 'node:crypto';
import type { FieldList } from '../command.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { checkField, chooseFields, type Row } from '../output/fields.ts';
import type { Output, Paging, RowOptions } from '../output/output.ts';
import type { ExportFlags } from '../tree/exportFlags.ts';
import { runJob, type Running, writeExport } from './exportJob.ts';
import type { ExportSource, PageFacts } from './exportToFile.ts';
import { listFile } from './listFile.ts';
import type { Manifest } from './manifest.ts';

/** What --export of a list was given. */
export interface ListExport {
  readonly flags: ExportFlags;
  readonly rows: RowOptions;
  /** What narrows the list: flags with their values. */
  readonly selection: readonly string[];
  /** --page-size as the command reads it. */
  readonly pageSize: unknown;
}

type Rows = AsyncIterable<Row> | Iterable<Row>;

const formatOf = (asked: string | undefined): Manifest['format'] => {
  if (asked === undefined || asked === 'csv') return 'csv';
  if (asked === 'json' || asked === 'ndjson') return asked;
  throw new CliError('E-USAGE', `--export writes csv, ndjson or json, not ${asked}.`);
};

/** What names a row: the columns of --key, else the id of the list where the file has it. */
const keyOf = (list: FieldList, fields: readonly string[], asked: string | undefined): readonly string[] => {
  if (asked !== undefined) {
    return asked.split(',').map((name) => checkField(name.trim(), { all: fields, table: fields }, '--key'));
  }
  const id = list.all.includes('id') ? 'id' : list.id;
  return id !== undefined && fields.includes(id) ? [id] : [];
};

/** Correlation ids of the calls that were answered, while the client tells of them. */
const answeredCalls = (context: Context): string[] => {
  const ids: string[] = [];
  context.trace.watch(({ correlationId, status }) => {
    if (correlationId !== undefined && status >= 200 && status < 300) ids.push(correlationId);
  });
  return ids;
};

const noPaging: Paging = { pages: 1, totalCount: null, duplicatesDropped: 0, hasOwnIds: false, isNarrowed: true };

const factsOf = (paging: Paging, correlationIds: readonly string[]): PageFacts => ({ ...paging, correlationIds });

interface Writing {
  readonly context: Context;
  readonly running: Running;
  readonly asked: ListExport;
  readonly calls: readonly string[];
}

const baseOf = ({ context, running, calls }: Writing) => ({
  report: running.report,
  selection: running.selection,
  format: running.format,
  origin: context.config.get('api'),
  profile: context.config.profileName,
  correlationId: calls[0] ?? randomUUID(),
});

const downloadOf = (running: Running, body: AsyncIterable<Uint8Array>) => ({
  fileName: `${running.report}.${running.format}`,
  size: undefined,
  correlationId: undefined,
  body,
});

const sourceOf = (writing: Writing, rows: Rows, paging: Paging): ExportSource => {
  const { context, running, asked, calls } = writing;
  const list = context.command.fields ?? { all: [], table: [] };
  const fields = chooseFields(asked.rows.fields, list.all, list);
  const key = keyOf(list, fields, asked.flags.key);
  const escapeFormulas = context.globals.escapeFormulas === true;
  const { body, tally } = listFile(rows, { format: running.format, fields, key, paging, escapeFormulas });
  return {
    ...baseOf(writing),
    key: key.length > 0 ? { asked: key } : {},
    tally,
    facts: () => factsOf(paging, calls),
    open: () => Promise.resolve(downloadOf(running, body)),
  };
};

/** The rows as a bulk action takes them back: the list says which organizations, the action reads what it governs of each. */
const roundTripOf = async (writing: Writing, rows: Rows, paging: Paging, action: string): Promise<ExportSource> => {
  const { roundTrip } = await import('./roundTrip.ts');
  const { context, running, calls } = writing;
  return {
    ...baseOf(writing),
    key: { known: ['id'] },
    facts: () => factsOf({ ...paging, isNarrowed: true }, calls),
    open: async (signal) => downloadOf(running, await roundTrip(context, rows, action, signal)),
  };
};

const noList =
  (what: string): (() => never) =>
  () => {
    throw new CliError('E-USAGE', `--export needs a list; this command shows ${what} here.`);
  };

const refuse = ({ rows, flags }: ListExport, format: Manifest['format']): void => {
  if (flags.for === undefined) return;
  if (rows.fields !== undefined)
    throw new CliError('E-USAGE', '--for and --fields exclude each other: the action says which columns there are.');
  if (format !== 'csv') throw new CliError('E-USAGE', '--for writes a CSV file.');
  if (flags.delta) throw new CliError('E-USAGE', '--for and --delta exclude each other.');
};

/**
 * Runs a list command with its rows going to a file. The wait of --jitter and the lock come before the command's first call, so it is
 * run inside of the job.
 */
export const exportList = async (
  context: Context,
  asked: ListExport,
  start: (context: Context) => Promise<Outcome | void>,
): Promise<Outcome | void> => {
  const { flags } = asked;
  const format = formatOf(context.globals.output);
  refuse(asked, format);
  const calls = answeredCalls(context);
  const pageSize = Number(asked.pageSize ?? 0);
  const report = [context.path.replaceAll(' ', '-'), ...(flags.for === undefined ? [] : [flags.for])].join('-');
  const job = { report, selection: asked.selection, format, flags };
  return runJob(context, job, async (running) => {
    let isDone = false;
    const writing = { context, running, asked, calls };
    const output: Output = {
      format,
      query: undefined,
      rowOptions: { ...asked.rows, export: { since: flags.since, ...(pageSize > 0 ? { pageSize } : {}) } },
      async rows(rows, paging = noPaging) {
        isDone = true;
        const source =
          flags.for === undefined
            ? sourceOf(writing, rows, paging)
            : await roundTripOf(writing, rows, paging, flags.for);
        await writeExport(context, running, source, {
          format: context.terminal.outIsTty ? 'table' : 'json',
          isAsked: false,
        });
      },
      record: noList('one record'),
      values: noList('bare values'),
      text: noList('a text'),
      document: noList('a text'),
    };
    const outcome = await start({ ...context, signal: running.signal, output });
    if (!isDone) throw new CliError('E-USAGE', '--export needs a list; this command showed none here.');
    return outcome;
  });
};
