import { type Condition, filterCondition } from './filterSql.ts';
import type { EntitySet } from './entitySet.ts';
import { navigationOf, setOf } from './model.ts';
import { type Order, readOrder, readSelect, wholeNumber } from './options.ts';
import { refuse } from './refuse.ts';

/** Neighbours that come along: `MailAttachments($select=Name;$expand=Conversions)`, or `MailAttachments/Conversions` as V3 writes it. */
export interface ExpandItem {
  readonly name: string;
  readonly set: EntitySet;
  readonly foreignColumn: string;
  readonly condition: Condition | undefined;
  readonly order: readonly Order[];
  /** For each of the entities they belong to. */
  readonly top: number;
  readonly select: readonly string[];
  readonly expand: readonly ExpandItem[];
}

const maxDepth = 3;
const maxPerEntity = 1000;

export function parseExpand(set: EntitySet, text: string, option: string, depth = 1): ExpandItem[] {
  const items = split(text, ',', option).map((piece) => readItem(set, piece, option, depth));
  const merged = new Map<string, ExpandItem>();
  for (const item of items) {
    const earlier = merged.get(item.name);
    // V3 says `MailAttachments,MailAttachments/Conversions`.
    merged.set(item.name, earlier ? { ...earlier, expand: [...earlier.expand, ...item.expand] } : item);
  }
  return [...merged.values()];
}

function readItem(set: EntitySet, piece: string, option: string, depth: number): ExpandItem {
  const [, name = '', rest = '', inner = ''] = /^(\w{1,128})(?:\/([\w/]+))?(?:\s*\((.*)\))?$/s.exec(piece) ?? [];
  const match = navigationOf(set, name);
  if (!match) return refuse(option, undefined, `${set.entity} has no navigation ${piece.slice(0, 60)}`);
  if (depth > maxDepth) return refuse(option, undefined, `nested deeper than ${maxDepth} levels`);
  const target = setOf(match.navigation.target);
  const options = nestedOptions(inner, option);
  const where = (name_: string) => `${option}(${name_})`;
  return {
    name: match.name,
    set: target,
    foreignColumn: match.navigation.foreignColumn,
    condition: filterCondition(target, options.get('$filter') ?? '', where('$filter')),
    order: readOrder(target, options.get('$orderby') ?? '', where('$orderby')),
    top: wholeNumber(where('$top'), options.get('$top'), { max: maxPerEntity, fallback: maxPerEntity }),
    select: readSelect(target, options.get('$select') ?? '', where('$select')),
    expand: parseExpand(target, rest || (options.get('$expand') ?? ''), option, depth + 1),
  };
}

const nestedNames = ['$filter', '$orderby', '$top', '$select', '$expand'];

function nestedOptions(text: string, option: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const piece of split(text, ';', option)) {
    const equals = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!nestedNames.includes(name))
      refuse(option, undefined, `inside brackets only ${nestedNames.join(', ')} are possible`);
    options.set(name, piece.slice(equals + 1).trim());
  }
  return options;
}

/** Splits where no bracket and no quote is open. */
function split(text: string, separator: string, option: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const mark = text.charAt(at);
    if (mark === "'") isQuoted = !isQuoted;
    else if (!isQuoted && mark === '(') depth++;
    else if (!isQuoted && mark === ')' && --depth < 0) refuse(option, at, 'a bracket closes that never opened');
    if (at === text.length || (mark === separator && depth === 0 && !isQuoted)) {
      pieces.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (depth > 0 || isQuoted) refuse(option, undefined, isQuoted ? 'a text without an end' : 'a bracket is not closed');
  return pieces.filter((piece) => piece !== '');
}
