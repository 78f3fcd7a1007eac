/** How a field is compared (spec 2 section 7). */
export const matchModes = [
  'startsWith',
  'contains',
  'notContains',
  'endsWith',
  'equals',
  'notEquals',
  'lt',
  'lte',
  'gt',
  'gte',
  'isNull',
  'isNotNull',
] as const;
export type MatchMode = (typeof matchModes)[number];

/** The two spellings of OData: V3 has substringof and $inlinecount=allpages, V4 contains and $count=true. */
export type ODataVersion = 'V3' | 'V4';

/** A value that JavaScript has no type for: a GUID or a calendar day (YYYY-MM-DD). */
export type ODataTyped = { readonly guid: string } | { readonly date: string };
export type ODataValue = string | number | boolean | Date | ODataTyped;

/** One comparison; isNull and isNotNull take no value. */
export type ODataCondition =
  | { readonly field: string; readonly mode: 'isNull' | 'isNotNull' }
  | { readonly field: string; readonly mode: Exclude<MatchMode, 'isNull' | 'isNotNull'>; readonly value: ODataValue };

/** Conditions joined by and / or, nested to any depth; a group without conditions has no effect. */
export type ODataFilter =
  | ODataCondition
  | { readonly and: readonly ODataFilter[] }
  | { readonly or: readonly ODataFilter[] };

/** The query for an OData set. `inlineCount` requests the exact number of all matches. */
export type ODataQuery = {
  readonly filter?: ODataFilter | undefined;
  readonly orderBy?: readonly { readonly field: string; readonly dir?: 'asc' | 'desc' | undefined }[] | undefined;
  readonly skip?: number | undefined;
  readonly top?: number | undefined;
  readonly inlineCount?: boolean | undefined;
  readonly select?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
};

/** A field, value or number that cannot be put into a query: a mistake of the caller, never of the server. */
export class ODataQueryError extends Error {
  override readonly name = 'ODataQueryError';
}

// A property, or a path of them; a field name cannot contain a blank, quote, bracket or operator.
const fieldPattern = /^[A-Za-z_]\w{0,127}(?:\/[A-Za-z_]\w{0,127}){0,4}$/;
const guidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const fieldOf = (field: string): string => {
  if (!fieldPattern.test(field)) throw new ODataQueryError(`Not a field name: ${field}`);
  return field;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const dateLiteral = (date: Date, version: ODataVersion): string => {
  if (Number.isNaN(date.getTime())) throw new ODataQueryError('Not a date');
  const iso = date.toISOString();
  return version === 'V3' ? `datetime'${iso.slice(0, -1)}'` : iso;
};

const typedLiteral = (value: ODataTyped, version: ODataVersion): string => {
  if ('guid' in value) {
    if (!guidPattern.test(value.guid)) throw new ODataQueryError(`Not a GUID: ${value.guid}`);
    return version === 'V3' ? `guid'${value.guid}'` : value.guid;
  }
  if (!dayPattern.test(value.date)) throw new ODataQueryError(`Not a day: ${value.date}`);
  return version === 'V3' ? `datetime'${value.date}T00:00:00'` : value.date;
};

/** A value as an OData expression, before percent encoding. Throws ODataQueryError for one that has no form. */
export const odataLiteral = (value: ODataValue, version: ODataVersion = 'V4'): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new ODataQueryError(`Not a number: ${value}`);
    return String(value);
  }
  return value instanceof Date ? dateLiteral(value, version) : typedLiteral(value, version);
};

const operators = { equals: 'eq', notEquals: 'ne', lt: 'lt', lte: 'le', gt: 'gt', gte: 'ge' } as const;

const textual = (value: ODataValue): string => quoted(typeof value === 'string' ? value : odataLiteral(value));

const contains = (field: string, value: ODataValue, version: ODataVersion): string =>
  version === 'V3' ? `substringof(${textual(value)},${field})` : `contains(${field},${textual(value)})`;

const conditionText = (condition: ODataCondition, version: ODataVersion): string => {
  const field = fieldOf(condition.field);
  if (!('value' in condition)) return `${field} ${condition.mode === 'isNull' ? 'eq' : 'ne'} null`;
  const { mode, value } = condition;
  if (mode === 'startsWith' || mode === 'endsWith') return `${mode.toLowerCase()}(${field},${textual(value)})`;
  if (mode === 'contains') return contains(field, value, version);
  if (mode === 'notContains') return `not ${contains(field, value, version)}`;
  return `${field} ${operators[mode]} ${odataLiteral(value, version)}`;
};

/** The text of $filter, empty when there is no condition in it. Throws ODataQueryError for a bad field or value. */
export const odataFilter = (filter: ODataFilter, version: ODataVersion = 'V4'): string => {
  if ('field' in filter) return conditionText(filter, version);
  const word = 'and' in filter ? 'and' : 'or';
  const members = 'and' in filter ? filter.and : filter.or;
  const parts = members.map((member) => odataFilter(member, version)).filter(Boolean);
  return parts.length > 1 ? `(${parts.join(` ${word} `)})` : (parts[0] ?? '');
};

const wholeNumber = (name: string, value: number): string => {
  if (!Number.isSafeInteger(value) || value < 0) throw new ODataQueryError(`${name} is no whole number: ${value}`);
  return String(value);
};

/**
 * The parameters of the query string for an OData set, percent-encoded by URLSearchParams (spec 2 section 7). Parameters that were not set
 * are left out. V4 is the default, because the reference server speaks it.
 */
export const odataQuery = (query: ODataQuery, version: ODataVersion = 'V4'): URLSearchParams => {
  const parameters = new URLSearchParams();
  const add = (name: string, text: string) => {
    if (text !== '') parameters.append(name, text);
  };
  if (query.filter) add('$filter', odataFilter(query.filter, version));
  add('$orderby', (query.orderBy ?? []).map(({ field, dir }) => `${fieldOf(field)} ${dir ?? 'asc'}`).join(','));
  if (query.skip !== undefined) add('$skip', wholeNumber('skip', query.skip));
  if (query.top !== undefined) add('$top', wholeNumber('top', query.top));
  if (query.inlineCount) add(version === 'V3' ? '$inlinecount' : '$count', version === 'V3' ? 'allpages' : 'true');
  add('$select', (query.select ?? []).map(fieldOf).join(','));
  add('$expand', (query.expand ?? []).map(fieldOf).join(','));
  return parameters;
};
