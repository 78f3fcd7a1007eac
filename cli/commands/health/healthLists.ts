import { alertStates } from '../../../shared/rules/exchange.ts';
import { defineCommand } from '../../command.ts';
import { showList } from '../../output/listing.ts';
import { wholeNumber } from '../../tree/flags.ts';
import { channelFields, channelRows } from './healthRows.ts';

export const healthChannels = defineCommand({
  name: 'channels',
  summary: 'List the channels: workflows of 24 hours, state, queue and silence of each',
  takes: ['rows'],
  fields: {
    all: channelFields,
    table: ['direction', 'channel', 'state', 'failurePercent', 'failure', 'success', 'total', 'queueDepth'],
    id: 'name',
  },
  calls: ['diagnostics.messageCounts'],
  examples: ['carepost health channels', "carepost health channels --where 'failurePercent>5' --output json"],
  async run(context) {
    const client = await context.client();
    await showList(context, channelRows(await client.diagnostics.messageCounts({}, { signal: context.signal })));
  },
});

export const healthAlerts = defineCommand<{ readonly state?: (typeof alertStates)[number] }>({
  name: 'alerts',
  summary: 'List system alerts: open and acknowledged ones, or the resolved ones of 30 days',
  options: [{ flags: '--state <state>', summary: 'only these', group: 'Selection', choices: alertStates }],
  takes: ['rows'],
  fields: {
    all: [
      'id',
      'createdAt',
      'status',
      'state',
      'name',
      'alertType',
      'channel',
      'direction',
      'value',
      'threshold',
      'owner',
      'note',
      'acknowledgedAt',
      'resolvedAt',
      'link',
      'version',
    ],
    table: ['id', 'status', 'state', 'name', 'createdAt', 'owner', 'channel', 'direction'],
    since: 'createdAt',
  },
  calls: ['diagnostics.systemAlerts'],
  examples: ['carepost health alerts', 'carepost health alerts --state resolved --output csv'],
  async run(context, { state }) {
    const client = await context.client();
    const query = state === undefined ? {} : { state };
    const { items } = await client.diagnostics.systemAlerts({ query }, { signal: context.signal });
    await showList(context, items);
  },
});

export const healthWorkers = defineCommand({
  name: 'workers',
  summary: 'List the processes that work off the queue, and what they did',
  takes: ['rows'],
  fields: {
    all: ['id', 'host', 'isAlive', 'startedAt', 'lastSeenAt', 'running', 'done', 'failed'],
    table: ['id', 'host', 'isAlive', 'lastSeenAt', 'running', 'done', 'failed'],
  },
  calls: ['diagnostics.worker'],
  examples: ['carepost health workers', "carepost health workers --where 'isAlive=no' --output json"],
  async run(context) {
    const client = await context.client();
    const { workers, queue } = await client.diagnostics.worker({}, { signal: context.signal });
    const oldest = queue.oldestReadySeconds === null ? '' : `, the oldest for ${queue.oldestReadySeconds} s`;
    context.terminal.note(
      `${queue.ready} jobs are ready${oldest}; ${queue.running} run, ${queue.failed} were given up.`,
    );
    await showList(context, workers);
  },
});

export const healthStats = defineCommand<{ readonly hours?: number }>({
  name: 'stats',
  summary: 'List messages and conversions over time',
  options: [
    {
      flags: '--hours <number>',
      summary: 'of so many hours (1); steps of 1 minute up to 3 hours, 10 minutes up to 48, then hours',
      group: 'Selection',
      parse: wholeNumber(1, 744),
    },
  ],
  takes: ['rows'],
  fields: { all: ['date', 'messages', 'conversions'], table: ['date', 'messages', 'conversions'], id: 'date' },
  calls: ['diagnostics.stats'],
  examples: ['carepost health stats --hours 24', 'carepost health stats --hours 168 --output csv'],
  async run(context, { hours = 1 }) {
    const client = await context.client();
    const found = await client.diagnostics.stats({ query: { hours } }, { signal: context.signal });
    const conversions = new Map(found.conversions.map(({ date, value }) => [date, value]));
    await showList(
      context,
      found.messages.map(({ date, value }) => ({ date, messages: value, conversions: conversions.get(date) ?? 0 })),
    );
  },
});
