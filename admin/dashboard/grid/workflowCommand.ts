import { momentWord, option, pageWords } from '../../components/list/commandWords.ts';
import { filterChoices, type FilterName, filterNames, type GridFilters, momentFrom, momentTo } from './gridFilters.ts';
import type { GridAddress } from './useGridAddress.ts';

type ShownGrid = Pick<GridAddress, 'filters' | 'fixed' | 'search' | 'sort' | 'descending' | 'size' | 'page'>;

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

const said = (name: FilterName, given: string): string[] => {
  const value = given.trim();
  if (name === 'from') return option('--since', momentWord(momentFrom(value)));
  if (name === 'to') return option('--until', momentWord(momentTo(value)));
  const condition = conditions[name];
  if (condition !== undefined) return option('--where', condition + value);
  const choices = filterChoices[name];
  const chosen = value.split(',').map((one) => one.trim());
  if (choices && chosen.length > 1)
    return option('--where', `${name} in (${chosen.filter((one) => choices.includes(one)).join(',')})`);
  return option(flags[name] ?? '', value);
};

const words = (filters: GridFilters): string[] =>
  filterNames.flatMap((name) => (filters[name] === undefined ? [] : said(name, filters[name])));

const searched = (search: string): string[] => {
  const text = search.trim();
  if (text === '') return [];
  return said(/^\d{1,15}$/.test(text) ? 'number' : 'message', text);
};

/** What somebody chose of a kind the grid is fixed to: both hold. */
const chosenBeside = (filters: GridFilters, fixed: GridFilters): string[] =>
  filterNames.flatMap((name) =>
    fixed[name] === undefined || filters[name] === undefined ? [] : option('--where', `${name} in (${filters[name]})`),
  );

/** The command that lists the workflows of the grid. */
export const workflowsCommand = ({ filters, fixed, search, sort, descending, size, page }: ShownGrid): string => {
  const narrowed = [...words({ ...filters, ...fixed }), ...chosenBeside(filters, fixed), ...searched(search)];
  const isByTime = sort === 'createdTime';
  const looksThroughAll = !isByTime || narrowed.some((word) => word.startsWith('--where'));
  return [
    'carepost workflows list',
    ...narrowed,
    ...(isByTime && descending ? [] : [`--sort ${sort}${descending ? ':desc' : ''}`]),
    ...pageWords({ page, size }, looksThroughAll),
  ].join(' ');
};
