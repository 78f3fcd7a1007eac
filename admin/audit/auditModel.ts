import { auditOutcomeNames } from '../../shared/contract/auditOutcomes.ts';
import { addDays, isCalendarDate, startOfDay } from '../../shared/rules/dates.ts';

type Filter = Readonly<Record<string, unknown>>;

export const auditFilters = ['runId', 'action', 'type', 'actor', 'outcome', 'isRead', 'from', 'to'] as const;

const textAt = (filter: Filter, name: (typeof auditFilters)[number]): string => {
  const value = filter[name];
  return typeof value === 'string' ? value.trim() : '';
};

const isInRange = (day: string): boolean => isCalendarDate(day) && day >= '1900-01-02' && day < '9998-12-31';

/** The run of a filter, if it is a valid run id. */
export const runOf = (filter: Filter): string | undefined => {
  const runId = textAt(filter, 'runId');
  return /^[\w.:-]{1,100}$/.test(runId) ? runId : undefined;
};

/** The filter as query of the audit; values that are not valid are left out. */
export const auditQuery = (filter: Filter) => {
  const runId = runOf(filter);
  const action = textAt(filter, 'action').slice(0, 100);
  const type = /^[A-Za-z]{1,60}$/.exec(textAt(filter, 'type'))?.[0];
  const actor = textAt(filter, 'actor').slice(0, 200);
  const outcome = auditOutcomeNames.find((name) => name === filter['outcome']);
  const isRead = (['true', 'false'] as const).find((value) => value === filter['isRead']);
  const from = textAt(filter, 'from');
  const to = textAt(filter, 'to');
  return {
    ...(runId === undefined ? {} : { runId }),
    ...(action === '' ? {} : { action }),
    ...(type === undefined ? {} : { type }),
    ...(actor === '' ? {} : { actor }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isRead === undefined ? {} : { isRead }),
    ...(isInRange(from) ? { from: startOfDay(from) } : {}),
    // Until the end of that day.
    ...(isInRange(to) ? { to: startOfDay(addDays(to, 1)) } : {}),
  };
};
