import { addDays, isCalendarDate, startOfDay } from '../../shared/rules/dates.ts';

type Filter = Readonly<Record<string, unknown>>;

export const auditFilters = ['runId', 'action', 'type', 'actor', 'outcome', 'isRead', 'from', 'to'] as const;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  return value === undefined || value === null ? '' : JSON.stringify(value);
};

/** The run of a filter, if it is a valid run id. */
export const runOf = (filter: Filter): string | undefined => {
  const runId = textOf(filter['runId']);
  return /^[\w.:-]{1,100}$/.test(runId) ? runId : undefined;
};

/** Typing the year of a date passes days that no server takes; they match the same entries as these. */
const boundedDay = (day: string): string => {
  if (day < '1900-01-02') return '1900-01-02';
  return day < '9998-12-31' ? day : '9998-12-30';
};

/** The filter as query of the audit. A value that is not valid is sent as it is: the server refuses it with the name of the field. */
export const auditQuery = (filter: Filter): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(filter)
      .map(([name, value]) => [name, textOf(value)] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [
        name,
        (name === 'from' || name === 'to') && isCalendarDate(text) ? timeOf(name, boundedDay(text)) : text,
      ]),
  );

/** The start of the first day, and the end of the last one. */
const timeOf = (name: string, day: string): string => startOfDay(name === 'to' ? addDays(day, 1) : day);
