import {
  type Context,
  type ArgumentSpec,
  type Command,
  defineCommand,
  selectionFlag,
  contentFlag,
} from '../command.ts';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { alertStates, alertTypes, channels, directions } from '../../shared/rules/exchange.ts';
import { CliError } from '../errors.ts';
import { showList } from '../output/listing.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { wholeNumber } from '../tree/flags.ts';
import { channelFields, channelRows, channelStates, summaryFields, summaryOf } from './health/channelHealth.ts';
import { check } from './health/healthCheck.ts';
import { watch } from './health/healthWatch.ts';

const summary = defineCommand({
  name: 'summary',
  summary: 'Show the health of the exchange as one record: workflows of 24 hours, queue, workers, alerts',
  takes: ['record'],
  fields: { all: summaryFields, table: summaryFields },
  calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts', 'diagnostics.worker'],
  examples: ['carepost health summary', 'carepost health summary --output json'],
  async run(context) {
    await context.output.record(await summaryOf(context));
  },
});

const channelList = defineCommand({
  name: 'channels',
  summary: 'List the channels with state, workflows of 24 hours, queue and time since the last message',
  takes: ['rows'],
  fields: {
    all: channelFields,
    table: ['direction', 'channel', 'state', 'failurePercent', 'failure', 'success', 'total', 'queueDepth'],
    values: { direction: directions, channel: channels, state: channelStates },
    id: 'name',
  },
  calls: ['diagnostics.messageCounts'],
  examples: ['carepost health channels', "carepost health channels --where 'failurePercent>5' --output json"],
  async run(context) {
    const client = await context.client();
    await showList(context, channelRows(await client.diagnostics.messageCounts({}, { signal: context.signal })));
  },
});

const alertList = defineCommand<{ readonly state?: (typeof alertStates)[number] }>({
  name: 'alerts',
  summary: 'List open and acknowledged alerts; with --state also those resolved in the last 30 days',
  options: [selectionFlag('--state <state>', 'alerts in this state', { choices: alertStates })],
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
    values: { state: alertStates, alertType: alertTypes, channel: channels, direction: directions },
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

const workers = defineCommand({
  name: 'workers',
  summary: 'List the processes of the job queue with their results',
  takes: ['rows'],
  fields: {
    all: ['id', 'host', 'isAlive', 'startedAt', 'lastSeenAt', 'running', 'done', 'failed'],
    table: ['id', 'host', 'isAlive', 'lastSeenAt', 'running', 'done', 'failed'],
  },
  calls: ['diagnostics.worker'],
  examples: ['carepost health workers', "carepost health workers --where 'isAlive=no' --output json"],
  async run(context) {
    const client = await context.client();
    const { workers: items, queue } = await client.diagnostics.worker({}, { signal: context.signal });
    const oldest = queue.oldestReadySeconds === null ? '' : ` (oldest ${queue.oldestReadySeconds} s)`;
    context.terminal.note(`Jobs: ${queue.ready} ready${oldest}, ${queue.running} running, ${queue.failed} failed.`);
    await showList(context, items);
  },
});

const stats = defineCommand<{ readonly hours?: number }>({
  name: 'stats',
  summary: 'List messages and conversions over time',
  options: [
    selectionFlag(
      '--hours <number>',
      'period in hours (1); rows are 1 minute apart up to 3 hours, 10 minutes up to 48, then 1 hour',
      { parse: wholeNumber(1, 744) },
    ),
  ],
  takes: ['rows'],
  fields: { all: ['date', 'messages', 'conversions'], table: ['date', 'messages', 'conversions'], id: 'date' },
  calls: ['diagnostics.stats'],
  examples: ['carepost health stats --hours 24', 'carepost health stats --hours 168 --output csv'],
  async run(context, { hours = 1 }) {
    const client = await context.client();
    const statistics = await client.diagnostics.stats({ query: { hours } }, { signal: context.signal });
    const conversions = new Map(statistics.conversions.map(({ date, value }) => [date, value]));
    await showList(
      context,
      statistics.messages.map(({ date, value }) => ({
        date,
        messages: value,
        conversions: conversions.get(date) ?? 0,
      })),
    );
  },
});

const alertArgument: ArgumentSpec = { name: '<alert>', summary: 'id of the alert' };
const alertFields = ['id', 'name', 'status', 'state', 'owner', 'note', 'acknowledgedAt', 'resolvedAt', 'version'];

const unresolvedAlert = async (context: Context, id: string): Promise<SystemAlert> => {
  const client = await context.client();
  const { items } = await client.diagnostics.systemAlerts({}, { signal: context.signal, fresh: true });
  const alert = items.find((item) => item.id === id);
  if (alert !== undefined) return alert;
  throw new CliError('E-USAGE', 'No unresolved alert has this id; nothing was sent.', {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: 'Run: carepost health alerts',
  });
};

type Acknowledgement = Pick<SystemAlert, 'note' | 'owner'>;

/** The changes of an acknowledgement; without an owner the server enters the user. */
const changesOf = (alert: SystemAlert, { note, owner }: Acknowledgement) =>
  [
    { column: 'state', before: alert.state, after: 'acknowledged' },
    { column: 'owner', before: alert.owner, after: owner ?? 'you' },
    { column: 'note', before: alert.note, after: note },
  ].filter(({ before, after }) => before !== after);

const acknowledge = defineCommand<WriteFlags & { readonly note?: string; readonly owner?: string }>({
  name: 'acknowledge',
  aliases: ['ack'],
  summary: 'Acknowledge an alert, with its owner and a note',
  description:
    'An owner or note that the alert already has stays unless its flag is present. An empty text removes it.',
  arguments: [alertArgument],
  options: [
    contentFlag('--note <text>', 'what is being done'),
    contentFlag('--owner <name>', 'owner of the alert (you, unless it has one)'),
  ],
  takes: ['write', 'record'],
  fields: { all: alertFields, table: alertFields },
  calls: ['diagnostics.systemAlerts', 'diagnostics.acknowledgeAlert'],
  examples: [
    'carepost health acknowledge <alert> --note "The relay is being restarted" --yes',
    'carepost health ack <alert> --owner "Night shift" --yes --output json',
  ],
  async run(context, { note, owner, ...flags }, [id = '']) {
    const alert = await unresolvedAlert(context, id);
    const client = await context.client();
    const acknowledgement: Acknowledgement = {
      note: (note ?? alert.note) || null,
      owner: (owner ?? alert.owner) || null,
    };
    const { name } = alert;
    const planned = { id, name, changes: changesOf(alert, acknowledgement) };
    const sending = await confirmed(context, `Acknowledge the alert ${name}`, flags, planned);
    const body = {
      version: alert.version,
      ...(acknowledgement.note === null ? {} : { note: acknowledgement.note }),
      ...(acknowledgement.owner === null ? {} : { owner: acknowledgement.owner }),
    };
    await context.output.record(await client.diagnostics.acknowledgeAlert({ params: { id }, body }, sending));
  },
});

const resolve = defineCommand<WriteFlags & { readonly note?: string }>({
  name: 'resolve',
  summary: 'Resolve an alert; its rule opens a new one if the fault recurs',
  arguments: [alertArgument],
  options: [contentFlag('--note <text>', 'what was done; required')],
  takes: ['write', 'record'],
  fields: { all: alertFields, table: alertFields },
  calls: ['diagnostics.systemAlerts', 'diagnostics.resolveAlert'],
  examples: [
    'carepost health resolve <alert> --note "The relay is back" --yes',
    'carepost health resolve <alert> --note "False alarm" --yes --output json',
  ],
  async run(context, { note, ...flags }, [id = '']) {
    if (note === undefined || note.trim() === '') throw new CliError('E-USAGE', '--note is required: what was done.');
    const { name, version } = await unresolvedAlert(context, id);
    const client = await context.client();
    const sending = await confirmed(context, `Resolve the alert ${name}`, flags);
    await context.output.record(
      await client.diagnostics.resolveAlert({ params: { id }, body: { note, version } }, sending),
    );
  },
});

export const commands: readonly Command[] = [
  summary,
  channelList,
  alertList,
  acknowledge,
  resolve,
  workers,
  stats,
  watch,
  check,
];
