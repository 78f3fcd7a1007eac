/** What the organization list is narrowed by. */
export interface ListFilter {
  /** Empty means none. */
  readonly search: string;
  readonly cancelling: boolean;
}

export const filterKey = ({ search, cancelling }: ListFilter): string =>
  `${cancelling ? 'c' : 'a'}:${search.toLowerCase()}`;

/** One or two letters cannot use trigrams; the gram index and the gram counts exist for them. */
export const isGram = (search: string): boolean => search !== '' && Array.from(search).length <= 2;

export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
export const holdsTrigram = /[\p{L}\p{N}]{3}/u;

/** Numbers the values of a statement as they are needed. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

const cancelingOnly = ({ cancelling }: ListFilter, column: string): readonly string[] => (cancelling ? [column] : []);
const where = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '');

/** Finds the matching organizations through an index on the text. */
export function byIndex(filter: ListFilter, values: Values): string {
  const conditions = [...cancelingOnly(filter, 'cancel_at is not null')];
  if (filter.search !== '') {
    // Without three letters in a row a trigram index would be read from end to end.
    if (!holdsTrigram.test(filter.search)) {
      conditions.push(`organization_grams(search_text) @> organization_grams(lower(${values.add(filter.search)}))`);
    }
    if (!isGram(filter.search)) conditions.push(`search_text like lower(${values.add(likePattern(filter.search))})`);
  }
  return where(conditions);
}

/** Tests each organization of a walk along the names; written so that no index on the text is chosen for it. */
export function byWalk(filter: ListFilter, values: Values, further: readonly string[] = []): string {
  const conditions = [...cancelingOnly(filter, 'cancel_at is not null'), ...further];
  if (filter.search !== '') conditions.push(`position(lower(${values.add(filter.search)}) in search_text) > 0`);
  return where(conditions);
}

/** The same test on rows of organization_count_changes, as further conditions. */
export function ofChanges(filter: ListFilter, values: Values): string {
  const conditions = [...cancelingOnly(filter, 'is_canceling')];
  if (filter.search !== '') conditions.push(`position(lower(${values.add(filter.search)}) in search_text) > 0`);
  return conditions.map((condition) => ` and ${condition}`).join('');
}
