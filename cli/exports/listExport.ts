import type { Context } from '../command.ts';
import { type FieldList, checkField, chooseFields, pick, type Row, valueAt } from '../output/fields.ts';
import { randomUUID } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { cellText } from '../output/cells.ts';
import type { Output, Paging, RowOptions } from '../output/output.ts';
import type { ExportFlags } from '../tree/exportFlags.ts';
import { runJob, type RunningJob, writeExport } from './exportJob.ts';
import type { ExportSource } from './exportToFile.ts';
import type { Manifest } from './manifest.ts';
import { batched, createRecordCounter, type RowCounter } from './rowCounter.ts';

/** Start, rows and end of a file in one format. Each JSON record has a line of its own, so that the file can be read line by line. */
const asCsv = (fields: readonly string[], escapeFormulas: boolean) => {
  const options = { escape_formulas: escapeFormulas, quoted_match: /[\r\n]/ };
  // Nearly all rows need no quotes. The library allocates objects for each cell, which costs a third more memory.
  const isPlain = (cells: readonly string[]) => !escapeFormulas && cells.every((cell) => !/[",\r\n]/.test(cell));
  const line = (cells: string[]) => (isPlain(cells) ? `${cells.join(',')}\n` : stringify([cells], options));
  return {
    first: line([...fields]),
    batch: (rows: readonly Row[]) =>
      rows.map((row) => line(fields.map((field) => cellText(valueAt(row, field))))).join(''),
    last: () => '',
  };
};

const asNdjson = (fields: readonly string[]) => ({
  first: '',
  batch: (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(pick(row, fields))}\n`).join(''),
  last: () => '',
});

const asJson = (fields: readonly string[]) => {
  let before = '[\n';
  return {
    first: '',
    batch: (rows: readonly Row[]) => {
      const text = before + rows.map((row) => JSON.stringify(pick(row, fields))).join(',\n');
      before = ',\n';
      return text;
    },
    last: () => (before === '[\n' ? '[]\n' : '\n]\n'),
  };
};

/** The rows of a list as the bytes of a file, and their counter. Memory holds a batch, and nine bytes for each key. */
const listFile = (
  rows: AsyncIterable<Row> | Iterable<Row>,
  options: {
    readonly format: Manifest['format'];
    readonly fields: readonly string[];
    /** Fields that identify a row; empty where none does. */
    readonly key: readonly string[];
    readonly paging: Paging;
    readonly escapeFormulas: boolean;
  },
): { readonly body: AsyncIterable<Uint8Array>; readonly counter: RowCounter } => {
  const { format, fields, key, paging, escapeFormulas } = options;
  const writer =
    format === 'csv' ? asCsv(fields, escapeFormulas) : format === 'json' ? asJson(fields) : asNdjson(fields);
  // The reader of the pages keeps a table of ids already; a second one would take as much again.
  const isDistinct = () => paging.hasOwnIds && key.length === 1 && key[0] === 'id';
  const counter = createRecordCounter({ columns: fields, key, isDistinct });

  async function* body(): AsyncGenerator<Uint8Array> {
    if (writer.first !== '') yield Buffer.from(writer.first);
    for await (const batch of batched(rows)) {
      for (const row of batch) counter.add(() => key.map((field) => cellText(valueAt(row, field))));
      yield Buffer.from(writer.batch(batch));
    }
    const last = writer.last();
    if (last !== '') yield Buffer.from(last);
  }
  return { body: body(), counter };
};

/** The flags and row options of a list with --export. */
export interface ListExport {
  readonly flags: ExportFlags;
  readonly rows: RowOptions;
  /** What limits the list: flags with their values. */
  readonly selection: readonly string[];
  /** --page-size as the command reads it. */
  readonly pageSize: unknown;
}

type Rows = AsyncIterable<Row> | Iterable<Row>;

const formatOf = (requested: string | undefined): Manifest['format'] => {
  if (requested === undefined || requested === 'csv') return 'csv';
  if (requested === 'json' || requested === 'ndjson') return requested;
  throw new CliError('E-USAGE', `--export writes csv, ndjson or json, not ${requested}.`);
};

/** The columns that identify a row: those of --key, else the id of the list where the file has it. */
const keyOf = (list: FieldList, fields: readonly string[], requested: string | undefined): readonly string[] => {
  if (requested !== undefined) {
    return requested.split(',').map((name) => checkField(name.trim(), { all: fields, table: fields }, '--key'));
  }
  const id = list.all.includes('id') ? 'id' : (list.id ?? undefined);
  return id !== undefined && fields.includes(id) ? [id] : [];
};

/** Correlation ids of the successful calls, in order. */
const successfulCalls = (context: Context): string[] => {
  const ids: string[] = [];
  context.trace.watch(({ correlationId, status }) => {
    if (correlationId !== undefined && status >= 200 && status < 300) ids.push(correlationId);
  });
  return ids;
};

const noPaging: Paging = { pages: 1, totalCount: null, duplicatesDropped: 0, hasOwnIds: false, isNarrowed: true };

interface ListJob {
  readonly context: Context;
  readonly running: RunningJob;
  readonly list: ListExport;
  readonly calls: readonly string[];
}

const downloadOf = (running: RunningJob, body: AsyncIterable<Uint8Array>) => ({
  fileName: `${running.report}.${running.format}`,
  size: undefined,
  correlationId: undefined,
  body,
});

const sourceOf = (job: ListJob, rows: Rows, paging: Paging): ExportSource => {
  const { context, running, list, calls } = job;
  const fieldList = context.command.fields ?? { all: [], table: [] };
  const fields = chooseFields(list.rows.fields, fieldList.all, fieldList);
  const key = keyOf(fieldList, fields, list.flags.key);
  const escapeFormulas = context.globals.escapeFormulas === true;
  const { body, counter } = listFile(rows, { format: running.format, fields, key, paging, escapeFormulas });
  return {
    correlationId: calls[0] ?? randomUUID(),
    key: key.length > 0 ? { requested: key } : {},
    counter,
    paging: () => ({ ...paging, correlationIds: calls }),
    open: () => Promise.resolve(downloadOf(running, body)),
  };
};

/** The rows as a bulk action reads them: the list selects the organizations, the action reads the fields it can change. */
const roundTripOf = async (job: ListJob, rows: Rows, paging: Paging, action: string): Promise<ExportSource> => {
  const { roundTrip } = await import('./roundTrip.ts');
  const { context, running, calls } = job;
  return {
    correlationId: calls[0] ?? randomUUID(),
    key: { known: ['id'] },
    paging: () => ({ ...paging, isNarrowed: true, correlationIds: calls }),
    open: async (signal) => downloadOf(running, await roundTrip(context, rows, action, signal)),
  };
};

const refuseNonList =
  (what: string): (() => never) =>
  () => {
    throw new CliError('E-USAGE', `--export needs a list; this command shows ${what} here.`);
  };

const checkFlags = ({ rows, flags }: ListExport, format: Manifest['format']): void => {
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
  list: ListExport,
  start: (context: Context) => Promise<Outcome | void>,
): Promise<Outcome | void> => {
  const { flags } = list;
  const format = formatOf(context.globals.output);
  checkFlags(list, format);
  const calls = successfulCalls(context);
  const pageSize = Number(list.pageSize ?? 0);
  const report = [context.path.replaceAll(' ', '-'), ...(flags.for === undefined ? [] : [flags.for])].join('-');
  const job = { report, selection: list.selection, format, flags };
  return runJob(context, job, async (running) => {
    let isDone = false;
    const listJob = { context, running, list, calls };
    const output: Output = {
      format,
      query: undefined,
      rowOptions: { ...list.rows, export: { since: flags.since, ...(pageSize > 0 ? { pageSize } : {}) } },
      async rows(rows, paging = noPaging) {
        isDone = true;
        const source =
          flags.for === undefined
            ? sourceOf(listJob, rows, paging)
            : await roundTripOf(listJob, rows, paging, flags.for);
        await writeExport(context, running, source, {
          format: context.terminal.outIsTty ? 'table' : 'json',
          isRequested: false,
        });
      },
      record: refuseNonList('one record'),
      values: refuseNonList('bare values'),
      text: refuseNonList('a text'),
      document: refuseNonList('a text'),
      shows: (field) => context.output.shows(field),
      with: (other) => context.output.with(other),
    };
    const outcome = await start({ ...context, signal: running.signal, output });
    if (!isDone) throw new CliError('E-USAGE', '--export needs a list; this command showed none here.');
    return outcome;
  });
};
