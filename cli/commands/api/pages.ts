import type { RawAnswer } from '../../../shared/client/createClient.ts';
import { CliError } from '../../errors.ts';

interface Listing {
  readonly items: readonly unknown[];
  readonly total: number | undefined;
}

/** The list in an answer and the number of all: `{ items, totalCount }`, `{ users, totalUsersCount }`, a bare list. */
const listingOf = (data: unknown): Listing => {
  if (Array.isArray(data)) return { items: data, total: data.length };
  const entries = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  const lists = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const list = lists.find(([name]) => name === 'items') ?? (lists.length === 1 ? lists[0] : undefined);
  if (list === undefined) {
    throw new CliError('E-USAGE', 'The answer holds no list to page through.', { hint: 'Leave out --paginate.' });
  }
  const total = entries.find(([name, value]) => /^total\w*count$/i.test(name) && typeof value === 'number');
  return { items: list[1], total: total === undefined ? undefined : Number(total[1]) };
};

/** Asks for page after page until all are there; hands on each page's items as they come. */
export async function* pagesOf(
  load: (pageNumber: number) => Promise<RawAnswer>,
  firstPage = 1,
): AsyncGenerator<readonly unknown[]> {
  let received = 0;
  let longest = 0;
  for (let pageNumber = firstPage; ; pageNumber += 1) {
    const { items, total } = listingOf((await load(pageNumber)).data);
    if (items.length > 0) yield items;
    received += items.length;
    longest = Math.max(longest, items.length);
    const skipped = (firstPage - 1) * longest;
    const wasLast = total === undefined ? items.length < longest : skipped + received >= total;
    if (items.length === 0 || wasLast) return;
  }
}
