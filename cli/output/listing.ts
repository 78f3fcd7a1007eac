import type { Context } from '../context.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import { isRecord, type Row } from './fields.ts';
import { meets, parseCondition } from './where.ts';
import { parseSort, sortRows } from './sort.ts';

/** Another server than ours may answer 200 with anything at all. */
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
  /** The server's usual order is the last first; so is this list's. */
  readonly newestFirst?: boolean;
  readonly pageSize: number;
  readonly pageNumber: number;
  /** The longest page the server gives of these rows, where it is less than usual. */
  readonly mostPerPage?: number;
  load(page: { pageNumber: number; pageSize: number; sortDir: 'asc' | 'desc' }): Promise<Page>;
}

const scanSize = 1000;

/** Rows by page until the last; a row that slid to another page meanwhile comes once. */
async function* scan(
  source: PagedSource,
  sortDir: 'asc' | 'desc',
  pageSize: number,
  first: number,
): AsyncGenerator<Row> {
  const seen = new Set<unknown>();
  for (let pageNumber = first; ; pageNumber += 1) {
    const page = await source.load({ pageNumber, pageSize, sortDir });
    const items = checked(page.items);
    for (const row of items) {
      if (row['id'] !== undefined && seen.has(row['id'])) continue;
      seen.add(row['id']);
      yield row;
    }
    if (items.length === 0 || pageNumber * pageSize >= page.totalCount) return;
  }
}

async function* filtered(rows: AsyncIterable<Row>, keep: (row: Row) => boolean, limit: number): AsyncGenerator<Row> {
  let left = limit;
  if (left <= 0) return;
  for await (const row of rows) {
    if (!keep(row)) continue;
    yield row;
    left -= 1;
    if (left <= 0) return;
  }
}

/**
 * A list command's result. Without --all, --limit or --where it is one page as the server gives it; with --where or an order the
 * server does not know, all pages are looked through, and --limit counts what is shown.
 */
export const showPages = async (context: Context, source: PagedSource): Promise<void> => {
  const { rowOptions } = context.output;
  const fields = context.command.fields ?? { all: [], table: [] };
  const conditions = (rowOptions.where ?? []).map((text) => parseCondition(text, fields));
  const usual = source.newestFirst === true ? `${source.serverSort}:desc` : source.serverSort;
  const sort = parseSort(rowOptions.sort ?? usual, fields);
  const keep = (row: Row) => conditions.every((condition) => meets(row, condition, context.now()));
  const sortDir = sort.descending ? 'desc' : 'asc';
  const sortsHere = sort.field !== source.serverSort;
  const scanBy = Math.min(scanSize, source.mostPerPage ?? scanSize);
  const limit = rowOptions.limit ?? (rowOptions.all === true ? Number.POSITIVE_INFINITY : source.pageSize);

  if (sortsHere) {
    const all: Row[] = [];
    for await (const row of filtered(scan(source, 'asc', scanBy, 1), keep, Number.POSITIVE_INFINITY)) all.push(row);
    const shown = sortRows(all, sort).slice(0, limit);
    await context.output.rows(shown);
    if (shown.length < all.length) tellMore(context, shown.length, all.length);
    return;
  }
  if (conditions.length > 0 || rowOptions.all === true || (rowOptions.limit ?? 0) > source.pageSize) {
    const size = conditions.length > 0 || rowOptions.all === true ? scanBy : Math.min(scanBy, limit);
    await context.output.rows(filtered(scan(source, sortDir, size, 1), keep, limit));
    return;
  }
  const page = await source.load({ pageNumber: source.pageNumber, pageSize: source.pageSize, sortDir });
  const shown = checked(page.items).slice(0, limit);
  await context.output.rows(shown);
  if (shown.length < page.totalCount) tellMore(context, shown.length, page.totalCount);
};

const tellMore = (context: Context, shown: number, all: number): void => {
  // Not toLocaleString: loading the locale data costs more than the list.
  const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
  context.terminal.note(`${count(shown)} of ${count(all)} shown; --all shows all.`);
};

/** A short list that the server gives whole: --where, --sort and --limit are carried out here. */
export const showList = async (context: Context, items: readonly Row[]): Promise<void> => {
  const { rowOptions } = context.output;
  const fields = context.command.fields ?? { all: [], table: [] };
  const conditions = (rowOptions.where ?? []).map((text) => parseCondition(text, fields));
  let rows = checked(items).filter((row) => conditions.every((condition) => meets(row, condition, context.now())));
  if (rowOptions.sort !== undefined) rows = sortRows(rows, parseSort(rowOptions.sort, fields));
  await context.output.rows(rows.slice(0, rowOptions.limit ?? rows.length));
};
