import type { Context } from '../command.ts';
import { type FieldList, isRecord, type Row, valueAt } from './fields.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { hashPair } from '../../shared/bulk/hash.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import { CliError } from '../errors.ts';
import { createHashTable, type HashTable } from '../../shared/bulk/hashTable.ts';
import { cellText } from './cells.ts';
import type { Paging } from './output.ts';
import { dateTimeOfFlag } from './where.ts';
import { meets, parseCondition } from './where.ts';
import { parseSort, sortRows } from './fields.ts';

/** Refuses a response that is not a list of records: an address may lead to another server. */
const checked = (items: unknown): readonly Row[] => {
  if (Array.isArray(items) && items.every(isRecord)) return items;
  throw new ApiError({ status: 0, code: 'E-ANSWER' });
};

export interface Page {
  readonly items: readonly Row[];
  readonly totalCount: number;
}

export interface PagedSource {
  /** The one field the server itself can sort by. */
  readonly serverSort: string;
  /** The default order of the server, and of this list, is newest first. */
  readonly newestFirst?: boolean;
  readonly pageSize: number;
  readonly pageNumber: number;
  /** The largest page the server accepts for these rows (1,000 without it). */
  readonly maxPageSize?: number;
  load(page: { pageNumber: number; pageSize: number; sortDir: 'asc' | 'desc' }): Promise<Page>;
}

const scanSize = 1000;

const noPages = (isNarrowed: boolean): Paging => ({
  pages: 0,
  totalCount: null,
  duplicatesDropped: 0,
  hasOwnIds: false,
  isNarrowed,
});

/** Rows of all pages; a row that moved to another page meanwhile is returned once. Memory holds only hashes of ids. */
async function* scan(
  source: PagedSource,
  sortDir: 'asc' | 'desc',
  pageSize: number,
  paging: Paging,
): AsyncGenerator<Row> {
  let seen: HashTable | undefined;
  paging.hasOwnIds = true;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await source.load({ pageNumber, pageSize, sortDir });
    const items = checked(page.items);
    seen ??= createHashTable({ expected: page.totalCount });
    paging.pages += 1;
    paging.totalCount = { start: paging.totalCount?.start ?? page.totalCount, end: page.totalCount };
    for (const row of items) {
      if (row['id'] === undefined) paging.hasOwnIds = false;
      else if (!seen.add(hashPair(cellText(row['id'])))) {
        paging.duplicatesDropped += 1;
        continue;
      }
      yield row;
    }
    if (items.length === 0 || pageNumber * pageSize >= page.totalCount) return;
  }
}

/** The rows that match, without the first `skip` of them. */
async function* filtered(
  rows: AsyncIterable<Row>,
  keep: (row: Row) => boolean,
  { limit, skip }: { limit: number; skip: number },
): AsyncGenerator<Row> {
  let left = limit;
  let toSkip = skip;
  if (left <= 0) return;
  for await (const row of rows) {
    if (!keep(row)) continue;
    if (toSkip > 0) {
      toSkip -= 1;
      continue;
    }
    yield row;
    left -= 1;
    if (left <= 0) return;
  }
}

/** Selects the rows that --since of an export includes; undefined without it. */
const sinceFilter = (context: Context, fields: FieldList): ((row: Row) => boolean) | undefined => {
  const since = context.output.rowOptions.export?.since;
  if (since === undefined) return undefined;
  const field = fields.since;
  if (field === undefined) {
    throw new CliError('E-USAGE', 'The rows of this list have no dates, so --since cannot narrow it.', {
      hint: 'Use --delta: it writes what changed since the last good export.',
    });
  }
  const from = dateTimeOfFlag(context, '--since', since);
  return (row) => Date.parse(String(valueAt(row, field))) >= from;
};

/** The selected rows. In a list with the newest first, the first older row is the end. */
async function* selectRows(
  rows: AsyncIterable<Row>,
  isSelected: (row: Row) => boolean,
  isOrdered: boolean,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    if (isSelected(row)) yield row;
    else if (isOrdered) return;
  }
}

/**
 * The result of a list command. Without --all, --limit or --where it is one page of the server; with --where, or an order that the
 * server does not support, all pages are read, and --page and --limit count the rows that match.
 */
export const showPages = async (context: Context, source: PagedSource): Promise<void> => {
  const { rowOptions } = context.output;
  const fields = context.command.fields ?? { all: [], table: [] };
  const conditions = (rowOptions.where ?? []).map((text) => parseCondition(text, fields));
  const isExport = rowOptions.export !== undefined;
  const defaultSort = source.newestFirst === true ? `${source.serverSort}:desc` : source.serverSort;
  const sort = parseSort(rowOptions.sort ?? defaultSort, fields);
  const keep = (row: Row) => conditions.every((condition) => meets(row, condition, context.now()));
  const sortDir = sort.descending ? 'desc' : 'asc';
  const sortsHere = sort.field !== source.serverSort;
  const scanBy = Math.min(rowOptions.export?.pageSize ?? scanSize, source.maxPageSize ?? scanSize);
  const isAll = rowOptions.all === true || isExport;
  const limit = rowOptions.limit ?? (isAll ? Number.POSITIVE_INFINITY : source.pageSize);
  if (isAll && source.pageNumber > 1)
    throw new CliError('E-USAGE', `--${isExport ? 'export' : 'all'} and --page exclude each other.`);
  const skip = (source.pageNumber - 1) * source.pageSize;
  const isSince = sinceFilter(context, fields);
  const paging = noPages(conditions.length > 0 || rowOptions.limit !== undefined || isSince !== undefined);
  const rowsBy = (direction: 'asc' | 'desc', size: number, isOrdered: boolean) => {
    const rows = scan(source, direction, size, paging);
    return isSince === undefined ? rows : selectRows(rows, isSince, isOrdered);
  };

  if (sortsHere) {
    const all: Row[] = [];
    for await (const row of rowsBy('asc', scanBy, false)) if (keep(row)) all.push(row);
    const shown = sortRows(all, sort).slice(skip, skip + limit);
    await context.output.rows(shown, paging);
    if (shown.length < all.length && !isExport) noteMore(context, shown.length, all.length);
    return;
  }
  if (conditions.length > 0 || isAll || (rowOptions.limit ?? 0) > source.pageSize) {
    const size = conditions.length > 0 || isAll ? scanBy : Math.min(scanBy, skip + limit);
    const isOrdered = source.newestFirst === true && sort.descending;
    const rows = rowsBy(sortDir, size, isOrdered);
    // A generator less for each of a million rows.
    const isWhole = conditions.length === 0 && limit === Number.POSITIVE_INFINITY;
    await context.output.rows(isWhole ? rows : filtered(rows, keep, { limit, skip }), paging);
    return;
  }
  const page = await source.load({ pageNumber: source.pageNumber, pageSize: source.pageSize, sortDir });
  const shown = checked(page.items).slice(0, limit);
  await context.output.rows(shown);
  if (shown.length < page.totalCount) noteMore(context, shown.length, page.totalCount);
};

const noteMore = (context: Context, shown: number, all: number, why = '; --all shows all'): void => {
  context.terminal.note(`${thousands(shown)} of ${thousands(all)} shown${why}.`);
};

/** A short list in one response: --where, --sort and --limit are applied here. */
export const showList = async (context: Context, items: readonly Row[], leftOut?: string): Promise<void> => {
  const { rowOptions } = context.output;
  const fields = context.command.fields ?? { all: [], table: [] };
  const conditions = (rowOptions.where ?? []).map((text) => parseCondition(text, fields));
  let rows = checked(items).filter((row) => conditions.every((condition) => meets(row, condition, context.now())));
  const isSince = sinceFilter(context, fields);
  if (isSince !== undefined) rows = rows.filter(isSince);
  if (rowOptions.sort !== undefined) rows = sortRows(rows, parseSort(rowOptions.sort, fields));
  const shown = rows.slice(0, rowOptions.limit ?? rows.length);
  await context.output.rows(shown, { ...noPages(shown.length < items.length), pages: 1, leftOut });
  if (shown.length < rows.length && rowOptions.export === undefined)
    noteMore(context, shown.length, rows.length, ' because of --limit');
};
