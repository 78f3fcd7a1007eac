import type { ODataOptions } from '../../shared/contract/inspector.ts';
import { type ExpandItem, parseExpand } from './expand.ts';
import { type Condition, filterCondition } from './filterSql.ts';
import type { EntitySet } from './entitySet.ts';
import { type Order, readOrder, readSelect, wholeNumber } from './options.ts';
import { refuse } from './refuse.ts';

/** A question to a set, checked; nothing in it is the caller's text any more but bound values. */
export interface SetQuery {
  readonly set: EntitySet;
  readonly condition: Condition | undefined;
  /** Ends with the key, so that the order is the same on every page. */
  readonly order: readonly Order[];
  readonly top: number;
  readonly skip: number;
  /** Properties of the answer, the key among them. */
  readonly select: readonly string[];
  readonly expand: readonly ExpandItem[];
  readonly search: string;
  readonly isCounted: boolean;
}

const mostRows = 1000;
/** Entities that are given together with their neighbours. */
const mostExpanded = 200;

export function readQuery(set: EntitySet, options: ODataOptions): SetQuery {
  if (options.$format !== undefined && !/^(?:json|application\/json\b.*)$/i.test(options.$format.trim()))
    refuse('$format', undefined, 'answers are JSON');
  const expand = parseExpand(set, options.$expand ?? '', '$expand');
  const most = expand.length > 0 ? mostExpanded : mostRows;
  return {
    set,
    condition: filterCondition(set, options.$filter ?? ''),
    order: readOrder(set, options.$orderby ?? ''),
    top: wholeNumber('$top', options.$top, { most, otherwise: Math.min(set.defaultTop, most) }),
    skip: wholeNumber('$skip', options.$skip, { most: 1_000_000_000, otherwise: 0 }),
    select: readSelect(set, options.$select ?? ''),
    expand,
    search: readSearch(options.$search ?? ''),
    isCounted: isCounted(options),
  };
}

function isCounted({ $count, $inlinecount }: ODataOptions): boolean {
  const count = $count?.trim().toLowerCase() ?? '';
  const inline = $inlinecount?.trim().toLowerCase() ?? '';
  if (!['', 'true', 'false'].includes(count)) refuse('$count', undefined, 'true or false is expected');
  if (!['', 'allpages', 'none'].includes(inline)) refuse('$inlinecount', undefined, 'allpages or none is expected');
  return count === 'true' || inline === 'allpages';
}

/** Quotes around a search word are the client's, not part of what is looked for. */
const readSearch = (text: string): string => {
  const trimmed = text.trim();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
};
