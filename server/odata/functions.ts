import { type SQL, sql } from 'drizzle-orm';
import type { Call, Expression } from './expression.ts';
import { refuse } from './refuse.ts';
import type { ValueType } from './values.ts';

export interface Compiled {
  readonly sql: SQL;
  readonly type: ValueType;
  readonly isNullable: boolean;
  /** Whether the SQL is in lower case already. */
  readonly isLowered?: boolean;
}

/** The part of the compiler that functions use. */
export interface Compiling {
  readonly option: string;
  as(expression: Expression, type: ValueType): Compiled;
  any(expression: Expression): Compiled;
}

type Build = (compiling: Compiling, call: Call) => Compiled;

const result = (value: SQL, type: ValueType, isNullable = false): Compiled => ({ sql: value, type, isNullable });

const argument = ({ option }: Compiling, call: Call, index: number): Expression =>
  call.args[index] ?? refuse(option, call.at, `${call.name} needs ${index + 1} arguments or more`);

const exactly = ({ option }: Compiling, call: Call, count: number): void => {
  if (call.args.length !== count) refuse(option, call.at, `${call.name} takes ${count} arguments`);
};

const lowered = ({ sql: value, isLowered }: Compiled): SQL => (isLowered ? value : sql`lower(${value})`);
const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

type Where = 'anywhere' | 'start' | 'end';
const patterns: Readonly<Record<Where, (text: string) => string>> = {
  anywhere: (text) => `%${escaped(text)}%`,
  start: (text) => `${escaped(text)}%`,
  end: (text) => `%${escaped(text)}`,
};

/** Searches for a text without regard to case, in the form of the indexes on the columns. */
const search =
  (where: Where, { isReversed = false } = {}): Build =>
  (compiling, call) => {
    exactly(compiling, call, 2);
    const text = compiling.as(argument(compiling, call, isReversed ? 1 : 0), 'string');
    const needle = argument(compiling, call, isReversed ? 0 : 1);
    if (needle.kind === 'literal' && needle.type === 'string')
      return result(sql`${lowered(text)} like ${patterns[where](needle.text)}`, 'boolean');
    const part = lowered(compiling.as(needle, 'string'));
    if (where === 'anywhere') return result(sql`position(${part} in ${lowered(text)}) > 0`, 'boolean');
    const side = where === 'start' ? sql`left` : sql`right`;
    return result(sql`${side}(${lowered(text)}, length(${part})) = ${part}`, 'boolean');
  };

const ofText =
  (build: (value: SQL) => SQL, type: ValueType, { isLowered = false } = {}): Build =>
  (compiling, call) => {
    exactly(compiling, call, 1);
    const { sql: value, isNullable } = compiling.as(argument(compiling, call, 0), 'string');
    return { ...result(build(value), type, isNullable), isLowered };
  };

/** Part of a date time in UTC. */
const ofDateTime =
  (part: string): Build =>
  (compiling, call) => {
    exactly(compiling, call, 1);
    const { sql: value, isNullable } = compiling.as(argument(compiling, call, 0), 'date');
    return result(sql`extract(${sql.raw(part)} from ${value} at time zone 'UTC')::int`, 'number', isNullable);
  };

const cast: Build = (compiling, call) => {
  exactly(compiling, call, 2);
  const target = argument(compiling, call, 1);
  const name = target.kind === 'literal' ? target.text : target.kind === 'property' ? target.name : '';
  if (name.toLowerCase() !== 'edm.string') refuse(compiling.option, target.at, 'values can be cast to Edm.String only');
  const { sql: value, isNullable } = compiling.any(argument(compiling, call, 0));
  return result(sql`(${value})::text`, 'string', isNullable);
};

/** Functions of filters by their names in small letters, those of V3 and V4 together. */
export const functions: Readonly<Record<string, Build>> = {
  contains: search('anywhere'),
  substringof: search('anywhere', { isReversed: true }),
  startswith: search('start'),
  endswith: search('end'),
  tolower: ofText((value) => sql`lower(${value})`, 'string', { isLowered: true }),
  toupper: ofText((value) => sql`upper(${value})`, 'string'),
  trim: ofText((value) => sql`btrim(${value})`, 'string'),
  length: ofText((value) => sql`length(${value})`, 'number'),
  indexof: (compiling, call) => {
    exactly(compiling, call, 2);
    const text = compiling.as(argument(compiling, call, 0), 'string');
    const needle = compiling.as(argument(compiling, call, 1), 'string');
    return result(sql`(position(${needle.sql} in ${text.sql}) - 1)`, 'number', text.isNullable);
  },
  concat: (compiling, call) => {
    exactly(compiling, call, 2);
    const [first, second] = [0, 1].map((index) => compiling.as(argument(compiling, call, index), 'string').sql);
    return result(sql`(${first} || ${second})`, 'string', true);
  },
  year: ofDateTime('year'),
  month: ofDateTime('month'),
  day: ofDateTime('day'),
  hour: ofDateTime('hour'),
  minute: ofDateTime('minute'),
  second: ofDateTime('second'),
  date: (compiling, call) => {
    exactly(compiling, call, 1);
    const { sql: value, isNullable } = compiling.as(argument(compiling, call, 0), 'date');
    return result(sql`(date_trunc('day', ${value} at time zone 'UTC') at time zone 'UTC')`, 'date', isNullable);
  },
  now: (compiling, call) => {
    exactly(compiling, call, 0);
    return result(sql`now()`, 'date');
  },
  cast,
};
