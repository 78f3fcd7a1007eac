import type { ListState } from '../../components/ListToolbar.tsx';
import { dateTimeArgument, option, pageArguments } from '../../components/list/commandArguments.ts';
import {
  filterChoices,
  type FilterName,
  filterNames,
  type GridFilters,
  startTimeOf,
  endTimeOf,
} from './gridFilters.ts';

/** Filters that have a flag; the others are conditions. */
const flags: { readonly [name in FilterName]?: string } = {
  status: '--status',
  type: '--type',
  channel: '--channel',
  direction: '--direction',
  organizationId: '--org',
  step: '--step',
  error: '--error',
  sender: '--from',
  mailTo: '--to',
};
const conditions: { readonly [name in FilterName]?: string } = {
  message: 'hispMessageId~',
  number: 'mailMessageId=',
  organization: 'organizationName~',
};

const flagOf = (name: FilterName, text: string): string[] => {
  const value = text.trim();
  if (name === 'from') return option('--since', dateTimeArgument(startTimeOf(value) ?? value));
  if (name === 'to') return option('--until', dateTimeArgument(endTimeOf(value) ?? value));
  const condition = conditions[name];
  if (condition !== undefined) return option('--where', condition + value);
  const values = value.split(',').map((each) => each.trim());
  if (filterChoices[name] && values.length > 1) return option('--where', `${name} in (${values.join(',')})`);
  return option(flags[name] ?? '', value);
};

const flagsOf = (filters: GridFilters): string[] =>
  filterNames.flatMap((name) => (filters[name] === undefined ? [] : flagOf(name, filters[name])));

const searchFlags = (search: string): string[] => {
  const text = search.trim();
  if (text === '') return [];
  return flagOf(/^\d{1,15}$/.test(text) ? 'number' : 'message', text);
};

/** A filter beside the fixed one of the same name: both apply. */
const besideFixed = (filters: GridFilters, fixed: GridFilters): string[] =>
  filterNames.flatMap((name) =>
    fixed[name] === undefined || filters[name] === undefined ? [] : option('--where', `${name} in (${filters[name]})`),
  );

/** The command that lists the workflows of the grid. */
export const workflowsCommand = ({ filterValues, sort, perPage, page }: ListState, fixed: GridFilters = {}): string => {
  const { q = '', ...filters } = filterValues as GridFilters & { q?: string };
  const flagged = [...flagsOf({ ...filters, ...fixed }), ...besideFixed(filters, fixed), ...searchFlags(q)];
  const isByTime = sort.field === 'createdTime';
  const isDescending = sort.order === 'DESC';
  const filtersLocally = !isByTime || flagged.some((flag) => flag.startsWith('--where'));
  return [
    'carepost workflows list',
    ...flagged,
    ...(isByTime && isDescending ? [] : [`--sort ${sort.field}${isDescending ? ':desc' : ''}`]),
    ...pageArguments({ page, size: perPage }, filtersLocally),
  ].join(' ');
};
