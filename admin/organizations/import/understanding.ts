import type { BulkAction } from '../../../shared/bulk/action.ts';
import { readStart } from '../../../shared/bulk/csv/fileStart.ts';
import { matchHeader } from '../../../shared/bulk/csv/header.ts';
import { BulkError } from '../../../shared/bulk/problems.ts';
import type { ByteSource, ReadOptions } from '../../../shared/bulk/csv/types.ts';

/** A heading of the file and the column it stands for; null is ignored. */
export interface Heading {
  readonly index: number;
  readonly heading: string;
  readonly column: string | null;
  /** Why it is no column, and which one was perhaps meant; null where it is understood. */
  readonly problem: string | null;
}

interface Understanding {
  readonly notes: readonly string[];
  readonly headings: readonly Heading[];
  /** What keeps the file from being checked beyond single headings: a column twice, a required one missing. */
  readonly problem: string | null;
}

type ColumnMap = Readonly<Record<string, string | null>>;

/** What a heading stands for by itself: neither what is missing beside it nor what stands there twice counts. */
const headingOf = (heading: string, index: number, action: BulkAction, map: ColumnMap): Heading => {
  const alone = { ...action, columns: action.columns.map((column) => ({ ...column, required: false })) };
  const own = Object.hasOwn(map, heading) ? { [heading]: map[heading] ?? null } : {};
  try {
    const { columns } = matchHeader([heading], alone, own);
    return { index, heading, column: columns[0] ?? null, problem: null };
  } catch (error) {
    if (!(error instanceof BulkError)) throw error;
    return { index, heading, column: null, problem: error.message };
  }
};

const problemOf = (header: readonly string[], action: BulkAction, map: ColumnMap): string | null => {
  try {
    matchHeader(header, action, map);
    return null;
  } catch (error) {
    if (!(error instanceof BulkError)) throw error;
    return error.message;
  }
};

/**
 * Looks at the beginning of a file: how it is written and what its headings stand for, also where some of them are not understood, so
 * that a person can say what they mean.
 */
export const understand = async (
  source: ByteSource,
  action: BulkAction,
  options: ReadOptions,
): Promise<Understanding> => {
  const { header, notes } = await readStart(source, options);
  const map = options.map ?? {};
  const headings = header.map((heading, index) => headingOf(heading, index, action, map));
  const isClear = headings.every(({ problem }) => problem === null);
  return { notes, headings, problem: isClear ? problemOf(header, action, map) : null };
};
