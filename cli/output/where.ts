import type { FieldList } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { CliError } from '../errors.ts';
import { checkField, type Row, valueAt } from './fields.ts';

const operators = ['!=', '<=', '>=', '=', '<', '>', '~', ' in '] as const;
type Operator = (typeof operators)[number];

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

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
  return { field, operator, values };
};

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) && !Number.isNaN(Date.parse(text));

/** `-7d` is seven days before now, `now` is now; undefined for what is no moment. */
export const moment = (text: string, now: number): number | undefined => {
  if (text === 'now') return now;
  const relative = /^([+-])(\d.*)$/.exec(text);
  if (relative) {
    try {
      return now + (relative[1] === '-' ? -1 : 1) * parseDuration(relative[2] ?? '');
    } catch {
      return undefined;
    }
  }
  return isDate(text) ? Date.parse(text) : undefined;
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
    if (at !== undefined) return Date.parse(actual) - at;
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
