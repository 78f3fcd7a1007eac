import { HttpError } from 'react-admin';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import { addDays, isCalendarDate, isDateTime, startOfDay } from '../../../shared/rules/dates.ts';
import { channels, directions, workflowStatuses } from '../../../shared/rules/exchange.ts';
import { workflowTypes } from '../../../shared/rules/workflow.ts';
import type { ListRequest } from '../../providers/listParams.ts';

export const gridPath = '/admin/dashboard/messaging/workflows';

/** Filters of the grid as the address names them; `status`, `type` and `channel` are the specification's (spec 1 section 2). */
export const filterNames = [
  'status',
  'type',
  'channel',
  'direction',
  'from',
  'to',
  'step',
  'error',
  'message',
  'number',
  'organization',
  'organizationId',
  'sender',
  'mailTo',
] as const;
export type FilterName = (typeof filterNames)[number];
export type GridFilters = { readonly [name in FilterName]?: string };

/** Values of a filter; several are separated by commas. */
export const filterChoices: { readonly [name in FilterName]?: readonly string[] } = {
  status: workflowStatuses,
  type: workflowTypes,
  channel: channels,
  direction: directions,
};

const textFilters = {
  organization: ['organizationName', 'contains'],
  message: ['hispMessageId', 'contains'],
  sender: ['sender', 'contains'],
  mailTo: ['mailTo', 'contains'],
  step: ['failedStep', 'equals'],
  error: ['errorCode', 'equals'],
} as const;
const textFilterNames = Object.keys(textFilters) as (keyof typeof textFilters)[];
const maxTextLength = 200;

/** The values of a choice. */
const choicesIn = (value: string): string[] => [
  ...new Set(value.split(',').flatMap((choice) => (choice.trim() === '' ? [] : [choice.trim()]))),
];

const isDay = (text: string): boolean => isCalendarDate(text) && text >= '1900-01-02' && text < '9998-12-31';
/** Start of the span; undefined for another text. */
export const startTimeOf = (text: string): string | undefined => {
  if (isDateTime(text)) return new Date(text).toISOString();
  return isDay(text) ? startOfDay(text) : undefined;
};

/** End of the span, exclusive; a day is included whole. */
export const endTimeOf = (text: string): string | undefined => {
  if (isDateTime(text)) return new Date(text).toISOString();
  return isDay(text) ? startOfDay(addDays(text, 1)) : undefined;
};

const idPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Whether the value is valid for the filter. */
const isValidFilter = (name: FilterName, value: string): boolean => {
  const choices = filterChoices[name];
  if (choices) return choicesIn(value).every((choice) => choices.includes(choice));
  if (name === 'from') return startTimeOf(value) !== undefined;
  if (name === 'to') return endTimeOf(value) !== undefined;
  if (name === 'organizationId') return idPattern.test(value);
  if (name === 'number') return Number.isSafeInteger(Number(value)) && /^\d{1,16}$/.test(value.trim());
  return true;
};

/** The filters as the server takes them; a value that is not valid stays, because a selection without it would be of more workflows. */
export const filteringOf = (filters: GridFilters): GridFilter[] => {
  const valueOf = (name: FilterName): string | undefined => {
    const value = filters[name]?.trim().slice(0, maxTextLength);
    return value === '' ? undefined : value;
  };
  const filtering: GridFilter[] = [];
  for (const name of ['status', 'type', 'channel', 'direction'] as const) {
    const values = choicesIn(valueOf(name) ?? '');
    const [only = ''] = values;
    if (values.length === 1) filtering.push({ field: name, mode: 'equals', value: only });
    if (values.length > 1) filtering.push({ field: name, mode: 'in', value: values });
  }
  const from = valueOf('from');
  if (from !== undefined) filtering.push({ field: 'createdTime', mode: 'gte', value: startTimeOf(from) ?? from });
  const to = valueOf('to');
  if (to !== undefined) filtering.push({ field: 'createdTime', mode: 'lt', value: endTimeOf(to) ?? to });
  for (const name of textFilterNames) {
    const value = valueOf(name);
    const [field, mode] = textFilters[name];
    if (value !== undefined) filtering.push({ field, mode, value });
  }
  const organizationId = valueOf('organizationId');
  if (organizationId !== undefined) filtering.push({ field: 'organizationId', mode: 'equals', value: organizationId });
  const number = valueOf('number');
  if (number !== undefined)
    filtering.push({
      field: 'mailMessageId',
      mode: 'equals',
      value: isValidFilter('number', number) ? Number(number) : number,
    });
  return filtering;
};

/** The grid with these filters. */
export const gridAddress = (filters: GridFilters): string => {
  const params = filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]] as [string, string]] : []));
  return params.length === 0 ? gridPath : `${gridPath}?${new URLSearchParams(params).toString()}`;
};

/** A number is a message number; other text is part of a HISP message ID. */
const searchFilter = (text: string): GridFilter[] => {
  if (text === '') return [];
  return /^\d{1,15}$/.test(text)
    ? [{ field: 'mailMessageId', mode: 'equals', value: Number(text) }]
    : [{ field: 'hispMessageId', mode: 'contains', value: text.slice(0, maxTextLength) }];
};

interface SearchFilters extends GridFilters {
  readonly q?: string;
  /** Filters that apply beside those of the same names. */
  readonly fixed?: GridFilters;
  /** Created until then. */
  readonly until?: string;
}

export const filteringWith = ({ q = '', fixed = {}, until, ...filters }: SearchFilters): GridFilter[] => [
  ...filteringOf(fixed),
  ...filteringOf(filters),
  ...searchFilter(q.trim()),
  ...(until === undefined ? [] : [{ field: 'createdTime', mode: 'lte', value: until } as const]),
];

const beside: ReadonlySet<string> = new Set(['q', 'fixed', 'until'] satisfies (keyof SearchFilters)[]);
const isFilterName = (name: string): name is FilterName => filterNames.some((known) => known === name);
const isRefused = ([name, value]: readonly [string, unknown]): boolean =>
  typeof value === 'string' && isFilterName(name)
    ? value.trim() !== '' && !isValidFilter(name, value.trim())
    : !beside.has(name);

const ruleOf = (name: FilterName): string => {
  if (name === 'from' || name === 'to') return 'must be a date, or a date and time with offset.';
  if (name === 'organizationId') return 'must be an id.';
  return name === 'number' ? 'must be a whole number.' : `must be one of: ${filterChoices[name]?.join(', ') ?? ''}.`;
};

/**
 * Refuses what the grid cannot filter by: without it the list would show everything. Here and not by the server, which compares any text
 * with a status, and names a filter by its position.
 */
const checkFilters = (filter: Readonly<Record<string, unknown>>) => {
  const errors = Object.fromEntries(
    Object.entries(filter)
      .filter(isRefused)
      .map(([name]) => [name, isFilterName(name) ? ruleOf(name) : 'is not a filter of this list.']),
  );
  if (Object.keys(errors).length > 0) throw new HttpError('The filters are not valid.', 400, { errors });
};

/** Body of the search for a page of workflows. */
export const workflowSearch = ({ pagination, sort, filter }: ListRequest) => {
  checkFilters(filter);
  return {
    paging: { pageNumber: pagination.page, pageSize: pagination.perPage },
    sorting: [{ field: sort.field, dir: sort.order === 'DESC' ? 'desc' : 'asc' }],
    filtering: filteringWith(filter),
  };
};
