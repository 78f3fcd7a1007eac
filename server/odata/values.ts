import { type SQL, sql } from 'drizzle-orm';
import type { Literal } from './expression.ts';
import type { PropertyType } from './entitySet.ts';
import { refuse } from './refuse.ts';

/** What a value is compared as. */
export type ValueType = 'number' | 'string' | 'boolean' | 'date' | 'guid';

export const valueTypes: Readonly<Record<PropertyType, ValueType>> = {
  Int64: 'number',
  Int32: 'number',
  String: 'string',
  Boolean: 'boolean',
  DateTimeOffset: 'date',
  Guid: 'guid',
};

export const typeNames: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  string: 'a text in single quotes',
  boolean: 'true or false',
  date: 'a date such as 2026-08-21T06:00:00Z',
  guid: 'an id such as 01234567-89ab-cdef-0123-456789abcdef',
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const dateTime = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i;
const earliest = Date.UTC(1, 0, 1);

/** A literal as a bound value of the type it is compared as; dates, ids and numbers may come in quotes. */
export function boundValue(option: string, literal: Literal, type: ValueType): SQL {
  const { text } = literal;
  const isQuoted = literal.type === 'string';
  if (type === 'string' && isQuoted) return sql`${text}::text`;
  if (type === 'number' && (literal.type === 'number' || isQuoted)) return numberValue(option, literal);
  if (type === 'boolean' && (literal.type === 'boolean' || (isQuoted && /^(?:true|false)$/i.test(text))))
    return text.toLowerCase() === 'true' ? sql`true` : sql`false`;
  if (type === 'guid' && (literal.type === 'guid' || isQuoted) && uuid.test(text)) return sql`${text}::uuid`;
  if (type === 'date' && (literal.type === 'date' || isQuoted)) {
    const at = milliseconds(text);
    if (at !== undefined) return sql`${new Date(at).toISOString()}::timestamptz`;
  }
  return refuse(option, literal.at, `${typeNames[type]} is expected`);
}

/** Without an offset the time is in UTC. Days that exist, of the years 1 to 9999. */
export function milliseconds(text: string): number | undefined {
  const parts = dateTime.exec(text);
  if (!parts) return undefined;
  const [, day = '', offset] = parts;
  const isDay = !text.toUpperCase().includes('T');
  const at = Date.parse(isDay || offset ? text : `${text}Z`);
  if (!(at >= earliest)) return undefined;
  // JavaScript takes 30 February for 2 March.
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day) ? at : undefined;
}

function numberValue(option: string, { text, at }: Literal): SQL {
  if (/^[+-]?\d{1,18}$/.test(text)) return sql`${text}::bigint`;
  if (!/^[+-]?\d{1,40}(?:\.\d{1,40})?$/.test(text)) refuse(option, at, `${typeNames.number} is expected`);
  return sql`${text}::numeric`;
}
