import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { alertStates, channels, directions } from '../../shared/rules/exchange.ts';
import { type ArgumentSpec, type Command, contentFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { defined } from '../../shared/rules/defined.ts';
import { fieldsOf, listCommand, type Run, showCommand, writeCommand } from '../records/commandBuilders.ts';
import { notFound } from '../records/recordErrors.ts';
import { wholeNumber } from '../tree/flags.ts';
import { channelFields, channelRows, channelStates, summaryFields, summaryOf } from './health/channelHealth.ts';
import { check } from './health/healthCheck.ts';
import { watch } from './health/healthWatch.ts';

const alertArgument: ArgumentSpec = { name: '<alert>', summary: 'id of the alert' };
const alertFields = ['id', 'name', 'status', 'state', 'owner', 'note', 'acknowledgedAt', 'resolvedAt', 'version'];

const unresolvedAlert = async ({ client, read, id }: Run<unknown>): Promise<SystemAlert> => {
  const { items } = await client.diagnostics.systemAlerts({}, { ...read, fresh: true });
  const alert = items.find((item) => item.id === id);
  if (alert !== undefined) return alert;
  throw notFound('No unresolved alert has this id; nothing was sent.', 'Run: carepost health alerts');
};

/** The changes of an acknowledgement; without an owner the server enters the user. */
const changesOf = (alert: SystemAlert, { note, owner }: Pick<SystemAlert, 'note' | 'owner'>) =>
  [
    { column: 'state', before: alert.state, after: 'acknowledged' },
    { column: 'owner', before: alert.owner, after: owner ?? 'you' },
    { column: 'note', before: alert.note, after: note },
  ].filter(({ before, after }) => before !== after);

export const commands: readonly Command[] = [
  showCommand({
    name: 'summary',
    summary: 'Show the health of the exchange as one record: workflows of the last 24 hours, queue, workers, alerts',
    fields: summaryFields,
    calls: ['diagnostics.messageCounts', 'diagnostics.systemAlerts', 'diagnostics.worker'],
    load: ({ context }) => summaryOf(context),
  }),
  listCommand({
    name: 'channels',
    summary: 'List the channels with state, workflows of the last 24 hours, queue and time since the last message',
    fields: {
      all: channelFields,
      table: ['direction', 'channel', 'state', 'failurePercent', 'failure', 'success', 'total', 'queueDepth'],
      values: { direction: directions, channel: channels, state: channelStates },
      id: 'name',
    },
    calls: ['diagnostics.messageCounts'],
    examples: ['', "--where 'failurePercent>5' --output json"],
    load: async ({ client, read }) => ({ items: channelRows(await client.diagnostics.messageCounts({}, read)) }),
  }),
  listCommand({
    name: 'alerts',
    summary: 'List open and acknowledged alerts; with --state also those resolved in the last 30 days',
    options: [selectionFlag('--state <state>', 'alerts in this state', { choices: alertStates })],
    fields: {
      ...fieldsOf('diagnostics.systemAlerts', [
        'id',
        'status',
        'state',
        'name',
        'createdAt',
        'owner',
        'channel',
        'direction',
      ]),
      since: 'createdAt',
    },
    calls: ['diagnostics.systemAlerts'],
    examples: ['', '--state resolved --output csv'],
    load: ({ client, read, options: { state } }) =>
      client.diagnostics.systemAlerts({ query: defined({ state }) }, read),
  }),
  writeCommand({
    name: 'acknowledge',
    aliases: ['ack'],
    summary: 'Acknowledge an alert, with its owner and a note',
    description: 'Without --owner or --note the alert keeps its present owner or note. An empty text removes it.',
    arguments: [alertArgument],
    options: [
      contentFlag('--note <text>', 'what is being done'),
      contentFlag('--owner <name>', 'owner of the alert (you, unless it has one)'),
    ],
    fields: alertFields,
    calls: ['diagnostics.systemAlerts', 'diagnostics.acknowledgeAlert'],
    examples: [
      '<alert> --note "The relay is being restarted" --yes',
      'carepost health ack <alert> --owner "Night shift" --yes --output json',
    ],
    async prepare(run) {
      const { client, id, options } = run;
      const alert = await unresolvedAlert(run);
      const note = (options.note ?? alert.note) || null;
      const owner = (options.owner ?? alert.owner) || null;
      const { name, version } = alert;
      const body = { version, ...defined({ note: note ?? undefined, owner: owner ?? undefined }) };
      return {
        title: `Acknowledge the alert ${name}`,
        planned: { id, name, changes: changesOf(alert, { note, owner }) },
        send: (call) => client.diagnostics.acknowledgeAlert({ params: { id }, body }, call),
      };
    },
  }),
  writeCommand({
    name: 'resolve',
    summary: 'Resolve an alert; its rule opens a new one if the fault recurs',
    arguments: [alertArgument],
    options: [contentFlag('--note <text>', 'what was done', { required: true })],
    fields: alertFields,
    calls: ['diagnostics.systemAlerts', 'diagnostics.resolveAlert'],
    examples: ['<alert> --note "The relay is back" --yes', '<alert> --note "False alarm" --yes --output json'],
    async prepare(run) {
      const { client, id, options } = run;
      const { note = '' } = options;
      if (note.trim() === '') throw new CliError('E-USAGE', '--note is empty: describe what was done.');
      const { name, version } = await unresolvedAlert(run);
      return {
        title: `Resolve the alert ${name}`,
        send: (call) => client.diagnostics.resolveAlert({ params: { id }, body: { note, version } }, call),
      };
    },
  }),
  listCommand({
    name: 'workers',
    summary: 'List the processes of the job queue with their results',
    fields: {
      all: ['id', 'host', 'isAlive', 'startedAt', 'lastSeenAt', 'running', 'done', 'failed'],
      table: ['id', 'host', 'isAlive', 'lastSeenAt', 'running', 'done', 'failed'],
    },
    calls: ['diagnostics.worker'],
    examples: ['', "--where 'isAlive=no' --output json"],
    async load({ context, client, read }) {
      const { workers: items, queue } = await client.diagnostics.worker({}, read);
      const oldest = queue.oldestReadySeconds === null ? '' : ` (oldest ${queue.oldestReadySeconds} s)`;
      context.terminal.note(`Jobs: ${queue.ready} ready${oldest}, ${queue.running} running, ${queue.failed} failed.`);
      return { items };
    },
  }),
  listCommand({
    name: 'stats',
    summary: 'List messages and conversions over time',
    options: [
      selectionFlag(
        '--hours <number>',
        'period in hours (1); a row per minute up to 3 hours, per 10 minutes up to 48, then per hour',
        { parse: wholeNumber(1, 744) },
      ),
    ],
    fields: ['date', 'messages', 'conversions'],
    calls: ['diagnostics.stats'],
    examples: ['--hours 24', '--hours 168 --output csv'],
    async load({ client, read, options: { hours = 1 } }) {
      const statistics = await client.diagnostics.stats({ query: { hours } }, read);
      const conversions = new Map(statistics.conversions.map(({ date, value }) => [date, value]));
      const items = statistics.messages.map(({ date, value: messages }) => ({
        date,
        messages,
        conversions: conversions.get(date) ?? 0,
      }));
      return { items };
    },
  }),
  watch,
  check,
];
