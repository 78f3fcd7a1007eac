import type { EntitySet } from './entitySet.ts';
import { navigationOf, propertyOf } from './model.ts';
import { refuse } from './refuse.ts';

export interface Order {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
}

export function wholeNumber(
  option: string,
  text: string | undefined,
  { max, fallback }: { max: number; fallback: number },
): number {
  if (text === undefined || text.trim() === '') return fallback;
  if (!/^\d{1,12}$/.test(text.trim())) refuse(option, undefined, 'a whole number of 0 or more is expected');
  const value = Number(text);
  return value <= max ? value : refuse(option, undefined, `at most ${max} are possible here`);
}

export function readOrder(set: EntitySet, text: string, option = '$orderby'): Order[] {
  const orders = partsOf(text).map(({ part, at }): Order => {
    const [name = '', direction = 'asc', ...rest] = part.split(/\s+/);
    const match = propertyOf(set, name);
    if (!match) return refuse(option, at, `${set.entity} has no property ${name}`);
    const lower = direction.toLowerCase();
    if (rest.length > 0 || (lower !== 'asc' && lower !== 'desc'))
      return refuse(option, at, 'asc or desc is expected after a property');
    return { name: match.name, direction: lower };
  });
  if (orders.length > 5) refuse(option, undefined, 'at most 5 properties are possible');
  if (orders.some(({ name }) => name === set.key)) return orders;
  return [...orders, { name: set.key, direction: orders[0]?.direction ?? 'asc' }];
}

export function readSelect(set: EntitySet, text: string, option = '$select'): string[] {
  const all = Object.keys(set.properties);
  const selected = new Set([set.key]);
  const parts = partsOf(text);
  for (const { part, at } of parts) {
    const [first = ''] = part.split('/');
    if (part === '*') for (const name of all) selected.add(name);
    // V3 names what it expands here as well.
    else if (navigationOf(set, first)) continue;
    else selected.add(propertyOf(set, part)?.name ?? refuse(option, at, `${set.entity} has no property ${part}`));
  }
  return parts.length === 0 ? all : all.filter((name) => selected.has(name));
}

/** The parts between commas with their positions. */
function partsOf(text: string): { part: string; at: number }[] {
  let at = 0;
  return text
    .split(',')
    .map((piece) => {
      const result = { part: piece.trim(), at: at + piece.length - piece.trimStart().length };
      at += piece.length + 1;
      return result;
    })
    .filter(({ part }) => part !== '');
}
