import { containing } from '../../../database/likePattern.ts';
/** Conditions on single columns; those that are set must all hold. */
export interface ColumnFilter {
  readonly isActivated?: boolean | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly apiCapture?: boolean | undefined;
  readonly brandId?: string | undefined;
  readonly planId?: string | undefined;
  readonly typeId?: string | undefined;
  readonly specialtyId?: string | undefined;
  readonly networkId?: string | undefined;
  readonly resellerId?: string | undefined;
  /** Any of these brands, or a connection of its own. */
  readonly ssoBrandIds?: readonly string[] | undefined;
  /** None of these brands and no connection of its own; organizations without a brand match. */
  readonly passwordBrandIds?: readonly string[] | undefined;
  /** Any of these plans. */
  readonly planIds?: readonly string[] | undefined;
}

/** The organizations in the list. */
export interface ListFilter {
  /** Empty means none. */
  readonly search: string;
  readonly cancelling: boolean;
  readonly columns: ColumnFilter;
}

const isSet = (value: unknown) => value !== undefined;

export const hasColumnFilter = ({ columns }: ListFilter): boolean => Object.values(columns).some(isSet);

/** Cache key: equal for filters with the same matches. */
export function filterKey({ search, cancelling, columns }: ListFilter): string {
  const conditions = Object.entries(columns)
    .filter(([, value]) => isSet(value))
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted();
  return [cancelling ? 'c' : 'a', ...conditions, search.toLowerCase()].join(':');
}

/** One or two characters cannot use trigrams; the gram index and the gram counts exist for them. */
export const isGram = (search: string): boolean => search !== '' && Array.from(search).length <= 2;

export const hasTrigram = /[\p{L}\p{N}]{3}/u;

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** The connection caches the plan of a named statement. */
  readonly name?: string;
}

/** Collects the values of a statement and returns their placeholders. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

export const allOf = (conditions: readonly string[]) => (conditions.length > 0 ? conditions.join(' and ') : 'true');
const where = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '');
const cancelingOnly = ({ cancelling }: ListFilter, column: string): readonly string[] => (cancelling ? [column] : []);

/** Column and type of each filter that compares with one value. */
const equalities = {
  isActivated: ['is_activated', 'boolean'],
  isEnabled: ['is_enabled', 'boolean'],
  apiCapture: ['api_capture', 'boolean'],
  brandId: ['brand_id', 'uuid'],
  planId: ['plan_id', 'uuid'],
  typeId: ['type_id', 'uuid'],
  specialtyId: ['specialty_id', 'uuid'],
  networkId: ['network_id', 'uuid'],
  resellerId: ['reseller_id', 'uuid'],
} as const satisfies Partial<Record<keyof ColumnFilter, readonly [string, string]>>;

/** Conditions over columns that `organizations`, its changes and its counts have under the same names. */
export function columnConditions(columns: ColumnFilter, values: Values): string[] {
  const conditions = Object.entries(equalities).flatMap(([name, [column, type]]) => {
    const value = columns[name as keyof typeof equalities];
    return value === undefined ? [] : [`${column} = ${values.add(value)}::${type}`];
  });
  const { ssoBrandIds, passwordBrandIds, planIds } = columns;
  if (ssoBrandIds) conditions.push(`(has_connection or brand_id = any (${values.add(ssoBrandIds)}::uuid[]))`);
  if (passwordBrandIds) {
    const isOfBrands = `brand_id = any (${values.add(passwordBrandIds)}::uuid[])`;
    conditions.push('not has_connection', `not coalesce(${isOfBrands}, false)`);
  }
  if (planIds) conditions.push(`plan_id = any (${values.add(planIds)}::uuid[])`);
  return conditions;
}

const rowConditions = ({ search, columns }: ListFilter, values: Values): readonly string[] => [
  ...columnConditions(columns, values),
  ...(search === '' ? [] : [`position(lower(${values.add(search)}) in search_text) > 0`]),
];

/** WHERE clause that uses an index on the text. */
export function byIndex(filter: ListFilter, values: Values): string {
  const conditions = [...cancelingOnly(filter, 'cancel_at is not null'), ...columnConditions(filter.columns, values)];
  if (filter.search !== '') {
    // Without three characters in a row a trigram index would be read completely.
    if (!hasTrigram.test(filter.search)) {
      conditions.push(`organization_grams(search_text) @> organization_grams(lower(${values.add(filter.search)}))`);
    }
    if (!isGram(filter.search)) conditions.push(`search_text like lower(${values.add(containing(filter.search))})`);
  }
  return where(conditions);
}

/** WHERE clause that tests each organization of a scan by name; written so that the planner chooses no index on the text. */
export const byScan = (filter: ListFilter, values: Values, more: readonly string[] = []): string =>
  where([...cancelingOnly(filter, 'cancel_at is not null'), ...more, ...rowConditions(filter, values)]);

/** The same test on rows of organization_count_changes, as additional conditions. */
export const ofChanges = (filter: ListFilter, values: Values): string =>
  [...cancelingOnly(filter, 'is_canceling'), ...rowConditions(filter, values)]
    .map((condition) => ` and ${condition}`)
    .join('');

/** Columns of `organizations` that `byScan` tests, besides the cancellation. */
export const testedColumns = [
  'search_text',
  'has_connection',
  ...Object.values(equalities).map(([column]) => column),
].join(', ');
