import type { Context } from '../command.ts';
import { type FieldList, checkField, type Row, valueAt } from './fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { parseDuration } from '../durations.ts';
import { CliError } from '../errors.ts';

const operators = ['!=', '<=', '>=', '=', '<', '>', '~', ' in '] as const;
type Operator = (typeof operators)[number];

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

type FieldValues = NonNullable<FieldList['values']>[string];

/**
 * The values of a condition on a field that has a fixed set of them: in the field's own spelling, and numbers for texts that stand for
 * numbers. Throws a usage error for a value that the field never has, because an empty list would hide the mistake from a script.
 */
const knownValues = (condition: Condition, fieldValues: FieldValues): Condition => {
  const { field, operator, values } = condition;
  const codes = Array.isArray(fieldValues) ? undefined : Object.entries(fieldValues);
  const texts = codes?.map(([text]) => text) ?? Object.values(fieldValues).map(String);
  const stored = (text: string): string => String(codes?.find(([name]) => name === text)?.[1] ?? text);
  const unknown = (value: string): CliError =>
    new CliError('E-USAGE', `"${value}" is not a value of the field "${field}".${didYouMean(value, texts)}`, {
      hint: `Choose from ${texts.join(', ')}.`,
    });
  if (operator === '~' && codes !== undefined) {
    const part = (values[0] ?? '').toLowerCase();
    const matches = texts.filter((text) => text.toLowerCase().includes(part));
    if (matches.length === 0) throw unknown(values[0] ?? '');
    return { field, operator: ' in ', values: matches.map(stored) };
  }
  if (operator !== '=' && operator !== '!=' && operator !== ' in ') return condition;
  const checked = values.map((value) => {
    if (value === '' || value === 'null') return value;
    const match = texts.find((text) => text.toLowerCase() === value.toLowerCase() || stored(text) === value);
    if (match === undefined) throw unknown(value);
    return stored(match);
  });
  return { field, operator, values: checked };
};

/** `status=Failed`, `name~clinic`, `createDate>=-7d`, `state in (CA,NY)`. Throws a usage error for anything else. */
export const parseCondition = (text: string, list: FieldList): Condition => {
  const parts = /^\s*([\w.][\w. -]*?)\s*(!=|<=|>=|=|<|>|~|\s+in\s+)([!=<>~]*)\s*([\s\S]*)$/.exec(text);
  if (!parts) {
    throw new CliError('E-USAGE', `--where "${text}" is not a condition.`, {
      hint: `Write field, operator, value: 'name~clinic'. Operators: = != ~ < <= > >= in`,
    });
  }
  // With the rest of it as the beginning of the value it would match no row, which hides the mistake from a script. A Message-ID is a value.
  const isInBrackets = parts[3] === '<' && parts[4]?.trimEnd().endsWith('>') === true;
  if (parts[3] && !isInBrackets) {
    throw new CliError('E-USAGE', `--where "${text}": ${parts[2]}${parts[3]} is not an operator.`, {
      hint: `Operators: = != ~ < <= > >= in. A value that begins with ${parts[3][0]} has a blank before it: '${parts[1]}${parts[2]} ${parts[3]}${parts[4]}'.`,
    });
  }
  const field = checkField(parts[1] ?? '', list, '--where');
  const word = (parts[2] ?? '=').trim();
  const operator: Operator = word === 'in' ? ' in ' : (operators.find((known) => known === word) ?? '=');
  const value = `${parts[3] ?? ''}${parts[4] ?? ''}`.trim();
  const values =
    operator === ' in '
      ? value
          .replace(/^\(([\s\S]*)\)$/, '$1')
          .split(',')
          .map((one) => one.trim())
      : [value];
  const fieldValues = list.values?.[field];
  const condition = { field, operator, values };
  return fieldValues === undefined ? condition : knownValues(condition, fieldValues);
};

const dateParts = /^(\d{4}-\d{2}-\d{2})(?:T([\d:.]+)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since the epoch, in UTC without an offset; undefined for other texts, NaN for a day or hour that does not exist. */
const dateOf = (text: string): number | undefined => {
  const parts = dateParts.exec(text);
  if (!parts) return undefined;
  const [, day = '', hours = '00:00:00', offset = 'Z'] = parts;
  // A Date makes 2 March of 30 February.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(`${day}T${hours}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
};

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(dateOf(value) ?? Number.NaN);

/** `-7d` in milliseconds since the epoch; undefined for other texts. */
const relativeTime = (text: string, now: number): number | undefined => {
  const parts = /^([+-])(\d.*)$/.exec(text);
  if (!parts) return undefined;
  try {
    return now + (parts[1] === '-' ? -1 : 1) * parseDuration(parts[2] ?? '');
  } catch {
    return undefined;
  }
};

/** The flag that names a date time, and its range of years. */
interface TimeFlag {
  readonly flag: string;
  readonly firstYear: number;
  readonly lastYear: number;
}
const whereFlag: TimeFlag = { flag: '--where', firstYear: 1901, lastYear: 9999 };

const yearOf = (at: number): number => (Math.abs(at) > 8.64e15 ? Number.NaN : new Date(at).getUTCFullYear());

/**
 * Milliseconds since the epoch: `-7d` is seven days before now, `now` is now, a date without an offset is UTC; undefined for other texts.
 * Throws a usage error for a date that does not exist or is outside the years that servers accept.
 */
export const parseTime = (text: string, now: number, limits: TimeFlag = whereFlag): number | undefined => {
  const at = text === 'now' ? now : (relativeTime(text, now) ?? dateOf(text));
  if (at === undefined) return undefined;
  const { flag, firstYear, lastYear } = limits;
  if (Number.isNaN(at)) {
    throw new CliError('E-USAGE', `${flag} names "${text}", but there is no such date or time.`, {
      hint: 'Write 2026-08-21 or 2026-08-21T06:00:00Z.',
    });
  }
  const year = yearOf(at);
  if (year >= firstYear && year <= lastYear) return at;
  throw new CliError('E-USAGE', `${flag} names "${text}", which lies outside the years ${firstYear} to ${lastYear}.`, {
    hint: 'Write 7d for seven days ago in --since and --until, -7d in --where, or a date such as 2026-08-21.',
  });
};

/** Booleans as tables (yes, no) and JSON write them. */
export const booleanTexts: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

const isOrdering = (operator: Operator): boolean => operator.startsWith('<') || operator.startsWith('>');

/**
 * Refuses a value that the field can never have: an empty list would hide the mistake from a script. The beginning of a date, `2026-08`, is
 * compared as a text.
 */
const checkValue = (actual: unknown, expected: string, { field, operator }: Condition, now: number): void => {
  if (expected === '' || expected === 'null') return;
  const rule =
    typeof actual === 'boolean' && !booleanTexts.has(expected.toLowerCase())
      ? 'true or false'
      : typeof actual === 'number' && Number.isNaN(Number(expected))
        ? 'a number'
        : isOrdering(operator) && !/^\d/.test(expected) && isDate(actual) && parseTime(expected, now) === undefined
          ? 'a date'
          : undefined;
  if (rule === undefined) return;
  throw new CliError('E-USAGE', `--where compares "${field}" with "${expected}", but it is ${rule}.`, {
    hint: 'carepost help output explains --where.',
  });
};

/** Less than 0, 0 or more than 0 by the type of the value in the row; undefined where the two cannot be compared. */
const compare = (actual: unknown, expected: string, now: number): number | undefined => {
  if (typeof actual === 'number') {
    const number = Number(expected);
    return expected === '' || Number.isNaN(number) ? undefined : actual - number;
  }
  if (typeof actual === 'boolean') {
    const boolean = booleanTexts.get(expected.toLowerCase());
    return boolean === undefined ? undefined : Number(actual) - Number(boolean);
  }
  if (typeof actual !== 'string') return undefined;
  if (isDate(actual)) {
    const at = parseTime(expected, now);
    if (at !== undefined) return (dateOf(actual) ?? Number.NaN) - at;
  }
  return actual < expected ? -1 : Number(actual > expected);
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const equals = (actual: unknown, expected: string, now: number): boolean => {
  if (Array.isArray(actual))
    return expected === '' ? actual.length === 0 : actual.some((one) => equals(one, expected, now));
  if (expected === '' || expected === 'null') return isEmpty(actual);
  return compare(actual, expected, now) === 0;
};

const ordered = (operator: Operator, order: number | undefined): boolean => {
  if (order === undefined) return false;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
};

/** Whether the row meets the condition. An empty value meets `=` and `in` only with an empty value, `!=` with any other. */
export const meets = (row: Row, condition: Condition, now: number): boolean => {
  const { field, operator, values } = condition;
  const actual = valueAt(row, field);
  const expected = values[0] ?? '';
  if (operator !== '~') for (const value of values) checkValue(actual, value, condition, now);
  if (operator === '=') return equals(actual, expected, now);
  if (operator === '!=') return !equals(actual, expected, now);
  if (operator === ' in ') return values.some((value) => equals(actual, value, now));
  if (operator === '~')
    return !isEmpty(actual) && JSON.stringify(actual).toLowerCase().includes(expected.toLowerCase());
  return ordered(operator, compare(actual, expected, now));
};

/** The text of a filter flag. An unset variable of a script leaves it empty, and a filter for nothing would select everything. */
export const textOfFlag = (flag: string, text: string): string => {
  if (text.trim() !== '') return text;
  throw new CliError('E-USAGE', `${flag} is empty.`, { hint: `Omit ${flag}, or set a value.` });
};

/** Two flags that exclude each other, as the value of a filter. */
export const eitherFlag = (yes: boolean | undefined, no: boolean | undefined, flags: string): string | undefined => {
  if (yes === true && no === true) throw new CliError('E-USAGE', `${flags} exclude each other.`);
  if (yes === true) return 'true';
  return no === true ? 'false' : undefined;
};

/** The known value that a flag names, in upper or lower case. */
export const choiceOfFlag = (flag: string, text: string, choices: readonly string[]): string => {
  const value = textOfFlag(flag, text).trim().toLowerCase();
  const choice = choices.find((one) => one.toLowerCase() === value);
  if (choice !== undefined) return choice;
  throw new CliError('E-USAGE', `${flag} "${text}" is not known.${didYouMean(value, choices)}`, {
    hint: `Choose from ${choices.join(', ')}.`,
  });
};

/** The years that every filter of the server accepts: shared/contract/dateTime.ts ends before 9999, an OData set begins with 1901. */
const years = { firstYear: 1901, lastYear: 9998 };

/** The date time in a flag, in milliseconds since the epoch: `7d` ago, the beginning of `2026-08-21` in UTC, or a date time in full. */
export const dateTimeOfFlag = ({ now }: Pick<Context, 'now'>, flag: string, text: string): number => {
  const at = parseTime(/^\d+(\.\d+)?(ms|s|m|h|d|w)$/.test(text) ? `-${text}` : text, now(), { flag, ...years });
  if (at !== undefined) return at;
  throw new CliError('E-USAGE', `${flag} "${text}" is not a date or a duration.`, {
    hint: 'Write 7d, 2026-08-21 or 2026-08-21T06:00:00Z.',
  });
};
