import type { diagnostics } from '../../../shared/contract/diagnostics.ts';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { alertList, openAlerts, ruleOf, ruleList } from '../../exchange/alerts/alertStore.ts';
import { lastMessages } from '../../exchange/traffic.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { alertActions } from './alertActions.ts';
import { channelsOf } from './channelHealth.ts';
import { queues, seriesStart, workflowCounts } from './messageCountsStore.ts';
import { stats } from './statsStore.ts';
import { workerState } from './workerStore.ts';
import { workflowPage } from './workflowPageStore.ts';

/** How the exchange is doing: numbers, alerts, and the grid of workflows behind them. */
export const diagnosticsHandlers = (services: Services): Handlers<typeof diagnostics> => ({
  worker: () => workerState(services.database.db),
  stats: ({ query }) => stats(services.database.db, query.hours),
  messageCounts: () => messageCounts(services.database.db),
  systemAlerts: async ({ query }) => ({ items: await alertList(services.database.db, query.state) }),
  alertRules: async () => ({ items: (await ruleList(services.database.db)).map(ruleOf) }),
  ...alertActions(services),

  workflows: ({ query: { pageNumber, pageSize, search, from, to, ...equal } }) =>
    workflowPage(services.database, {
      filters: [
        ...equalityFilters(equal),
        ...(from === undefined ? [] : [{ field: 'createdTime', mode: 'gte', value: from } as const]),
        ...(to === undefined ? [] : [{ field: 'createdTime', mode: 'lt', value: to } as const]),
      ],
      search: search || undefined,
      sorting: newestFirst,
      pageNumber,
      pageSize,
    }),

  search: ({ body: { paging, sorting, filtering } }) =>
    workflowPage(services.database, {
      filters: filtering ?? [],
      sorting: sorting && sorting.length > 0 ? sorting : newestFirst,
      pageNumber: paging?.pageNumber ?? 1,
      pageSize: paging?.pageSize ?? defaultPageSize,
    }),
});

const newestFirst = [{ field: 'createdTime', dir: 'desc' }] as const;
const defaultPageSize = 20;

interface Equal {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly channel?: string | undefined;
  readonly direction?: string | undefined;
  readonly organizationId?: string | undefined;
}

const equalityFilters = (equal: Equal): GridFilter[] =>
  (['status', 'type', 'channel', 'direction', 'organizationId'] as const).flatMap((field) => {
    const value = equal[field];
    return value === undefined ? [] : [{ field, mode: 'equals', value }];
  });

async function messageCounts(db: Drizzle) {
  const now = Date.now();
  const start = seriesStart(now);
  const [{ series, results }, waiting, last, alerts, rules] = await Promise.all([
    workflowCounts(db, new Date(start)),
    queues(db),
    lastMessages(db, lastMessageHours),
    openAlerts(db),
    ruleList(db),
  ]);
  const data = { start, series, queues: waiting, last, alerts, rules, now, lastMessageHours };
  return {
    at: new Date(now).toISOString(),
    inboundMessages: channelsOf('Inbound', data),
    outboundMessages: channelsOf('Outbound', data),
    // Types, states and channels are written by the engine alone; the response is checked against their lists.
    results: results as ResultResponse[],
  };
}

type ResultResponse = Awaited<ReturnType<Handlers<typeof diagnostics>['messageCounts']>>['results'][number];

/** How far back the last message of a channel is looked for. */
const lastMessageHours = 7 * 24;
