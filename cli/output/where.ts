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
  const parts = /^\s*([\w.][\w. -]*?)\s*(!=|<=|>=|=|<|>|~|\s+in\s+)\s*([\s\S]*)$/.exec(text);
  if (!parts) {
    throw new CliError('E-USAGE', `--where "${text}" is no condition.`, {
      hint: `Write field, operator, value: 'name~clinic'. Operators: = != ~ < <= > >= in`,
    });
  }
  const field = checkField(parts[1] ?? '', list, '--where');
  const word = (parts[2] ?? '=').trim();
  const operator: Operator = word === 'in' ? ' in ' : (operators.find((known) => known === word) ?? '=');
  const value = (parts[3] ?? '').trim();
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

/** Milliseconds since 1970, in UTC where no offset stands; undefined for other texts, NaN for a day or hour that never was. */
const dateOf = (text: string): number | undefined => {
  const parts = dateParts.exec(text);
  if (!parts) return undefined;
  const [, day = '', hours = '00:00:00', offset = 'Z'] = parts;
  // A Date makes 2 March of 30 February.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(`${day}T${hours}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
};

const isDate = (text: string): boolean => !Number.isNaN(dateOf(text) ?? Number.NaN);

/** `-7d` as a moment; undefined for what is none. */
const relativeMoment = (text: string, now: number): number | undefined => {
  const parts = /^([+-])(\d.*)$/.exec(text);
  if (!parts) return undefined;
  try {
    return now + (parts[1] === '-' ? -1 : 1) * parseDuration(parts[2] ?? '');
  } catch {
    return undefined;
  }
};

/** The flag a moment stands in, and the years it may lie in. */
export interface MomentFlag {
  readonly flag: string;
  readonly firstYear: number;
  readonly lastYear: number;
}
const whereFlag: MomentFlag = { flag: '--where', firstYear: 1901, lastYear: 9999 };

const yearOf = (at: number): number => (Math.abs(at) > 8.64e15 ? Number.NaN : new Date(at).getUTCFullYear());

/**
 * `-7d` is seven days before now, `now` is now, a date without an offset is UTC; undefined for what is no moment. Throws a usage error
 * for a date that never was and for one so far away that no server takes it.
 */
export const moment = (text: string, now: number, limits: MomentFlag = whereFlag): number | undefined => {
  const at = text === 'now' ? now : (relativeMoment(text, now) ?? dateOf(text));
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

/** As tables show a truth (yes, no) and as JSON writes it. */
export const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/** A value the field can never have is a slip of the pen; an empty list would hide it from a script. */
const checkValue = (actual: unknown, wanted: string, field: string): void => {
  if (wanted === '' || wanted === 'null') return;
  const rule =
    typeof actual === 'boolean' && !truths.has(wanted.toLowerCase())
      ? 'true or false'
      : typeof actual === 'number' && Number.isNaN(Number(wanted))
        ? 'a number'
        : undefined;
  if (rule === undefined) return;
  throw new CliError('E-USAGE', `--where compares "${field}" with "${wanted}", but it is ${rule}.`, {
    hint: 'carepost help output explains --where.',
  });
};

/** Less than 0, 0 or more than 0 by the type of the value in the row; undefined where the two cannot be compared. */
const compare = (actual: unknown, wanted: string, now: number): number | undefined => {
  if (typeof actual === 'number') {
    const number = Number(wanted);
    return wanted === '' || Number.isNaN(number) ? undefined : actual - number;
  }
  if (typeof actual === 'boolean') {
    const truth = truths.get(wanted.toLowerCase());
    return truth === undefined ? undefined : Number(actual) - Number(truth);
  }
  if (typeof actual !== 'string') return undefined;
  if (isDate(actual)) {
    const at = moment(wanted, now);
    if (at !== undefined) return (dateOf(actual) ?? Number.NaN) - at;
  }
  return actual < wanted ? -1 : Number(actual > wanted);
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const equals = (actual: unknown, wanted: string, now: number): boolean => {
  if (Array.isArray(actual))
    return wanted === '' ? actual.length === 0 : actual.some((one) => equals(one, wanted, now));
  if (wanted === '' || wanted === 'null') return isEmpty(actual);
  return compare(actual, wanted, now) === 0;
};

const ordered = (operator: Operator, order: number | undefined): boolean => {
  if (order === undefined) return false;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
};

/** Whether the row meets the condition. An empty value meets `=` and `in` only with an empty value, `!=` with any other. */
export const meets = (row: Row, { field, operator, values }: Condition, now: number): boolean => {
  const actual = valueAt(row, field);
  const wanted = values[0] ?? '';
  if (operator !== '~') for (const value of values) checkValue(actual, value, field);
  if (operator === '=') return equals(actual, wanted, now);
  if (operator === '!=') return !equals(actual, wanted, now);
  if (operator === ' in ') return values.some((value) => equals(actual, value, now));
  if (operator === '~') return !isEmpty(actual) && JSON.stringify(actual).toLowerCase().includes(wanted.toLowerCase());
  return ordered(operator, compare(actual, wanted, now));
};
