import type { ODataOptions } from '../../shared/contract/inspector.ts';
import { type ExpandItem, parseExpand } from './expand.ts';
import { type Condition, filterCondition } from './filterSql.ts';
import type { EntitySet } from './entitySet.ts';
import { type Order, readOrder, readSelect, wholeNumber } from './options.ts';
import { refuse } from './refuse.ts';

/** A checked query of a set; the only texts of the caller in it are bound values. */
export interface SetQuery {
  readonly set: EntitySet;
  readonly condition: Condition | undefined;
  /** Ends with the key, so that the order is the same on every page. */
  readonly order: readonly Order[];
  readonly top: number;
  readonly skip: number;
  /** Properties of the response, including the key. */
  readonly select: readonly string[];
  readonly expand: readonly ExpandItem[];
  readonly search: string;
  readonly isCounted: boolean;
}

const maxRows = 1000;
/** Entities of a response with $expand. */
const maxExpanded = 200;

export function readQuery(set: EntitySet, options: ODataOptions): SetQuery {
  if (options.$format !== undefined && !/^(?:json|application\/json\b.*)$/i.test(options.$format.trim()))
    refuse('$format', undefined, 'responses are JSON');
  const expand = parseExpand(set, options.$expand ?? '', '$expand');
  const max = expand.length > 0 ? maxExpanded : maxRows;
  return {
    set,
    condition: filterCondition(set, options.$filter ?? ''),
    order: readOrder(set, options.$orderby ?? ''),
    top: wholeNumber('$top', options.$top, { max, fallback: Math.min(set.defaultTop, max) }),
    skip: wholeNumber('$skip', options.$skip, { max: 1_000_000_000, fallback: 0 }),
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

/** Some clients put the search text in quotes, which are no part of it. */
const readSearch = (text: string): string => {
  const trimmed = text.trim();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
};
