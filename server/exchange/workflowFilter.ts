import { type SQL, sql } from 'drizzle-orm';
import type { GridFilter } from '../../shared/contract/exchangeSchemas.ts';
import { isCalendarDate } from '../../shared/rules/dates.ts';
import { ApiProblem } from '../http/problem.ts';
import { messageIdForms, messageIdIn } from './messageId.ts';

type Field = GridFilter['field'];
type Mode = GridFilter['mode'];

/**
 * The column filters of the workflow grid as one condition over `workflows w`; other tables stand in it as subqueries, so that counts
 * need no join. No filter is `true`. A filter that makes no sense is refused by its position in the list.
 */
export function workflowFilterSql(filters: readonly GridFilter[]): SQL {
  const conditions = filters.map((filter, index) => {
    const condition = conditionOf(filter);
    if (typeof condition !== 'string') return condition;
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: { [`filtering.${index}`]: [condition] } });
  });
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whole milliseconds from start to end, as every row displays them; null while it has not ended. */
export const workflowDuration = sql<
  number | null
>`(floor(extract(epoch from w.completed_time - w.created_time) * 1000)::float8)`;

/** A condition, or why there is none. */
type Condition = SQL | string;

const codes = {
  status: sql`w.status`,
  type: sql`w.type`,
  channel: sql`w.channel`,
  direction: sql`w.direction`,
  failedStep: sql`w.failed_step`,
  errorCode: sql`w.error_code`,
} satisfies Partial<Record<Field, SQL>>;

const conditionOf = (filter: GridFilter): Condition => {
  const { field, mode, value } = filter;
  switch (field) {
    case 'createdTime':
      return timeCondition(sql`w.created_time`, mode, value);
    case 'mailMessageId':
      return numberCondition(sql`w.mail_message_id`, 'bigint', mode, value);
    case 'duration':
      return numberCondition(workflowDuration, 'float8', mode, value);
    case 'organizationId':
      return idCondition(sql`w.organization_id`, mode, value);
    case 'organizationName':
      return within(mode, textCondition(sql`lower(f.name)`, positive(mode), lowered(value)), (condition) => {
        return sql`w.organization_id = any (array(select f.id from organizations f where ${condition}))`;
      });
    case 'sender':
    case 'mailTo': {
      const column = field === 'sender' ? sql`lower(f.sender)` : sql`lower(f.mail_to)`;
      return within(mode, textCondition(column, positive(mode), lowered(value)), (condition) => {
        return sql`w.mail_message_id in (select f.id from mail_messages f where ${condition})`;
      });
    }
    case 'hispMessageId':
      return messageIdCondition(mode, value);
    case 'status':
    case 'type':
    case 'channel':
    case 'direction':
    case 'failedStep':
    case 'errorCode':
      break;
  }
  const isSearch = mode === 'contains' || mode === 'startsWith';
  const column = codes[field];
  return isSearch ? textCondition(sql`lower(${column})`, mode, lowered(value)) : textCondition(column, mode, value);
};

/** Rows of another table are looked for; a negation stands outside of the subquery. */
const positive = (mode: Mode): Mode => (mode === 'notEquals' ? 'equals' : mode);
const within = (mode: Mode, condition: Condition, wrap: (condition: SQL) => SQL): Condition => {
  if (typeof condition === 'string') return condition;
  return mode === 'notEquals' ? sql`not (${wrap(condition)})` : wrap(condition);
};

const messageIdCondition = (mode: Mode, value: GridFilter['value']): Condition => {
  if (mode === 'contains' || mode === 'startsWith') {
    // The messages have the index for parts of it.
    const id = messageIdIn(String(lowered(value)));
    const patterns = mode === 'contains' ? [`%${escaped(id)}%`] : [`${escaped(id)}%`, `<${escaped(id)}%`];
    const isLike = patterns.map((pattern) => sql`lower(f.hisp_message_id) like ${pattern}`);
    return sql`w.mail_message_id in (select f.id from mail_messages f where ${sql.join(isLike, sql` or `)})`;
  }
  const comparison = positive(mode) === 'equals' ? 'in' : mode;
  const forms = textsOf(value).flatMap(messageIdForms);
  return within(mode, textCondition(sql`w.hisp_message_id`, comparison, forms), (condition) => condition);
};

const lowered = (value: GridFilter['value']): GridFilter['value'] => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.toLowerCase() : value.map((one) => one.toLowerCase());
};

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const textCondition = (column: SQL, mode: Mode, value: GridFilter['value']): Condition => {
  const [text = ''] = textsOf(value);
  switch (mode) {
    case 'equals':
      return sql`${column} = ${text}`;
    case 'notEquals':
      return sql`${column} is distinct from ${text}`;
    case 'contains':
      return sql`${column} like ${`%${escaped(text)}%`}`;
    case 'startsWith':
      return sql`${column} like ${`${escaped(text)}%`}`;
    case 'in':
      return sql`${column} = any (${sql.param(textsOf(value))}::text[])`;
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      break;
  }
  return 'texts have no order here: use equals, notEquals, contains, startsWith or in';
};

const textsOf = (value: GridFilter['value']): string[] =>
  (typeof value === 'object' ? value : [value]).map((one) => String(one));

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idCondition = (column: SQL, mode: Mode, value: GridFilter['value']): Condition => {
  const ids = textsOf(value);
  if (!ids.every((one) => uuid.test(one))) return 'must be an id';
  if (mode === 'equals' || mode === 'in') return sql`${column} = any (${sql.param(ids)}::uuid[])`;
  if (mode === 'notEquals') return sql`not (${column} = any (${sql.param(ids)}::uuid[]))`;
  return 'ids are compared by equals, notEquals or in';
};

const comparisons: Readonly<Partial<Record<Mode, string>>> = {
  equals: '=',
  notEquals: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

const numberCondition = (column: SQL, type: 'bigint' | 'float8', mode: Mode, value: GridFilter['value']): Condition => {
  const numbers = textsOf(value).map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const fits = type === 'bigint' ? Number.isSafeInteger : Number.isFinite;
  if (!numbers.every(fits)) return type === 'bigint' ? 'must be a whole number' : 'must be a number';
  const kind = sql.raw(type);
  if (mode === 'in') return sql`${column} = any (${sql.param(numbers)}::${kind}[])`;
  const operator = comparisons[mode];
  return operator === undefined
    ? 'numbers are compared by equals, notEquals, lt, lte, gt, gte or in'
    : sql`${column} ${sql.raw(operator)} ${numbers[0] ?? 0}::${kind}`;
};

const dayMs = 86_400_000;
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(9999, 0, 1);

/** A date without a time means its whole day in UTC. */
const timeCondition = (column: SQL, mode: Mode, value: GridFilter['value']): Condition => {
  const text = String(value);
  const isDay = isCalendarDate(text);
  const at = isDay || /^\d{4}-\d\d-\d\dT\S+(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
  if (typeof value !== 'string' || !(at >= earliest && at < latest))
    return 'must be a date, or a date and time with offset';
  const from = new Date(at).toISOString();
  const end = new Date(at + dayMs).toISOString();
  if (isDay && mode === 'equals') return sql`(${column} >= ${from} and ${column} < ${end})`;
  if (isDay && mode === 'notEquals') return sql`not (${column} >= ${from} and ${column} < ${end})`;
  if (isDay && mode === 'lte') return sql`${column} < ${end}`;
  if (isDay && mode === 'gt') return sql`${column} >= ${end}`;
  const operator = comparisons[mode];
  return operator === undefined
    ? 'times are compared by equals, notEquals, lt, lte, gt or gte'
    : sql`${column} ${sql.raw(operator)} ${from}`;
};
