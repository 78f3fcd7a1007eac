import type { ResponseOf } from '../../shared/contract/endpoint.ts';
import type { GridFilter } from '../../shared/contract/exchangeSchemas.ts';
import { type DateRange, rangeOf } from '../../shared/rules/dateRange.ts';
import { addDays, dayOf, isCalendarDate, startOfDay } from '../../shared/rules/dates.ts';
import type { Api } from '../../shared/contract/api.ts';
import type { RetrySelection } from '../retry/retrySelection.ts';

export type FailureGroup = ResponseOf<Api['retryjobs']['failureGroups']>['items'][number];

export const groupKey = (group: FailureGroup): string =>
  [group.workflowType, group.stepName, group.errorCode, group.channel, group.direction, group.organizationId].join(' ');

/** The days of the address; the default are the last 7, because older failures are seldom retried. */
export const periodIn = (params: URLSearchParams): DateRange | null => {
  if (params.get('from') === 'all') return null;
  const defaultDays = rangeOf('Last 7 Days', dayOf(new Date()));
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  return { from: isCalendarDate(from) ? from : defaultDays.from, to: isCalendarDate(to) ? to : defaultDays.to };
};

export const periodQuery = (period: DateRange | null) =>
  period === null ? {} : { from: startOfDay(period.from), to: startOfDay(addDays(period.to, 1)) };

/** The workflow grid with exactly this group (experience: numbers are links). */
export const groupAddress = (group: FailureGroup, period: DateRange | null): string => {
  const filters = {
    status: 'Failed',
    type: group.workflowType,
    channel: group.channel,
    direction: group.direction,
    step: group.stepName,
    error: group.errorCode,
    ...(group.organizationId === null ? {} : { organizationId: group.organizationId }),
    ...period,
  };
  return `/admin/dashboard/messaging/workflows?${new URLSearchParams(filters).toString()}`;
};

/** The same for the retry job. */
export const groupSelection = (group: FailureGroup, period: DateRange | null): RetrySelection => {
  const { from, to } = periodQuery(period);
  const equal = (field: GridFilter['field'], value: string): GridFilter => ({ field, mode: 'equals', value });
  return {
    filtering: [
      equal('status', 'Failed'),
      equal('type', group.workflowType),
      equal('channel', group.channel),
      equal('direction', group.direction),
      equal('failedStep', group.stepName),
      equal('errorCode', group.errorCode),
      ...(group.organizationId === null ? [] : [equal('organizationId', group.organizationId)]),
      ...(from === undefined ? [] : [{ field: 'createdTime', mode: 'gte', value: from } as const]),
      ...(to === undefined ? [] : [{ field: 'createdTime', mode: 'lt', value: to } as const]),
    ],
  };
};
