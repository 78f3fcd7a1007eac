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
  { most, otherwise }: { most: number; otherwise: number },
): number {
  if (text === undefined || text.trim() === '') return otherwise;
  if (!/^\d{1,12}$/.test(text.trim())) refuse(option, undefined, 'a whole number of 0 or more is expected');
  const value = Number(text);
  return value <= most ? value : refuse(option, undefined, `at most ${most} are possible here`);
}

export function readOrder(set: EntitySet, text: string, option = '$orderby'): Order[] {
  const orders = partsOf(text).map(({ part, at }): Order => {
    const [name = '', direction = 'asc', ...rest] = part.split(/\s+/);
    const found = propertyOf(set, name);
    if (!found) return refuse(option, at, `${set.entity} has no property ${name}`);
    const lower = direction.toLowerCase();
    if (rest.length > 0 || (lower !== 'asc' && lower !== 'desc'))
      return refuse(option, at, 'asc or desc is expected after a property');
    return { name: found.name, direction: lower };
  });
  if (orders.length > 5) refuse(option, undefined, 'at most 5 properties are possible');
  if (orders.some(({ name }) => name === set.key)) return orders;
  return [...orders, { name: set.key, direction: orders[0]?.direction ?? 'asc' }];
}

export function readSelect(set: EntitySet, text: string, option = '$select'): string[] {
  const all = Object.keys(set.properties);
  const chosen = new Set([set.key]);
  const parts = partsOf(text);
  for (const { part, at } of parts) {
    const [first = ''] = part.split('/');
    if (part === '*') for (const name of all) chosen.add(name);
    // V3 names what it expands here as well.
    else if (navigationOf(set, first)) continue;
    else chosen.add(propertyOf(set, part)?.name ?? refuse(option, at, `${set.entity} has no property ${part}`));
  }
  return parts.length === 0 ? all : all.filter((name) => chosen.has(name));
}

/** What stands between commas, with its place. */
function partsOf(text: string): { part: string; at: number }[] {
  let at = 0;
  return text
    .split(',')
    .map((piece) => {
      const found = { part: piece.trim(), at: at + piece.length - piece.trimStart().length };
      at += piece.length + 1;
      return found;
    })
    .filter(({ part }) => part !== '');
}
