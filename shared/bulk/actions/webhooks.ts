import type { Webhook } from '../../contract/webhooks.ts';
import { currentEventNames, webhookEventNames, webhookLimits } from '../../rules/webhook.ts';
import { defined } from '../../rules/defined.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { guarded, idColumn, idOf, idProblems, ifThere, nothingKnown, textOf } from './targets.ts';

const rowId = idColumn('id of the webhook');
/** The fields of a webhook without those that authenticate its calls: a secret is never a cell. */
const fieldColumns: readonly Column[] = [
  {
    name: 'name',
    kind: 'text',
    keeps: true,
    maxLength: webhookLimits.name,
    field: 'name',
    summary: 'name',
    examples: ['Clinic events', ''],
  },
  {
    name: 'url',
    kind: 'text',
    keeps: true,
    maxLength: webhookLimits.url,
    field: 'url',
    summary: 'address that events are posted to',
    examples: ['https://hooks.clinic.example/in', ''],
  },
  {
    name: 'events',
    kind: 'list',
    keeps: true,
    maxLength: 100,
    field: 'events',
    summary: 'all events of the webhook: carepost webhooks events',
    examples: ['message.received|message.failed', ''],
  },
  {
    name: 'enabled',
    kind: 'flag',
    keeps: true,
    field: 'isEnabled',
    summary: 'whether events are delivered',
    examples: ['', 'false'],
  },
];

type Events = Webhook['events'];

const cellsOf = ({ name, url, events, isEnabled }: Webhook): Values => ({
  name,
  url,
  events: events.toSorted(),
  enabled: isEnabled,
});

const currentOf = (webhook: Webhook): Current => ({
  id: webhook.id,
  name: webhook.name,
  version: webhook.version,
  values: cellsOf(webhook),
  record: webhook,
});

const readWebhook = async (values: Values, { client, options }: RowContext): Promise<Current | undefined> => {
  const webhook = await ifThere(client.webhooks.get({ params: { id: idOf(values) } }, { ...options, fresh: true }));
  return webhook && currentOf(webhook);
};

const eventsOf = (values: Values): string[] => {
  const cell = values['events'];
  return Array.isArray(cell) ? [...new Set(cell.map((event: string) => event.trim()))].sort() : [];
};

const rowProblems = (values: Values): CellProblem[] => [
  ...idProblems(values, ['id']),
  ...eventsOf(values)
    .filter((event) => !webhookEventNames.some((name) => name === event))
    .map((event) => ({
      column: 'events',
      code: 'E-CELL-RULE',
      message: `There is no event "${event}". Use: ${currentEventNames.join(', ')}.`,
    })),
];

const desired = (values: Values): Values => ({
  ...(values['name'] === undefined ? {} : { name: textOf(values, 'name') }),
  ...(values['url'] === undefined ? {} : { url: textOf(values, 'url') }),
  ...(values['events'] === undefined ? {} : { events: eventsOf(values) }),
  ...(values['enabled'] === undefined ? {} : { enabled: values['enabled'] }),
});

const scanPageSize = 1000;

async function* scan(
  { client, options }: RowContext,
  keep: (webhook: Readonly<Record<string, unknown>>) => boolean,
): AsyncIterable<Current> {
  let before = new Set<string>();
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = { pageNumber, pageSize: scanPageSize };
    const { items, totalCount } = await client.webhooks.list({ query }, options);
    for (const webhook of items) if (!before.has(webhook.id) && keep(webhook)) yield currentOf(webhook);
    before = new Set(items.map(({ id }) => id));
    if (items.length === 0 || pageNumber * scanPageSize >= totalCount) return;
  }
}

const byWebhookId = {
  scans: 'webhooks.list',
  naturalKey: 'id',
  keyOf: (values: Values) => idOf(values),
  lockOf: (values: Values) => idOf(values),
  read: readWebhook,
  scan,
  keyCells: ({ id }: Current) => ({ id }),
} as const;

/** The fields that a row saves. */
const bodyOf = (values: Values) => ({
  id: idOf(values),
  ...(values['name'] === undefined ? {} : { name: textOf(values, 'name') }),
  ...(values['url'] === undefined ? {} : { url: textOf(values, 'url') }),
  ...(values['events'] === undefined ? {} : { events: eventsOf(values) as Events }),
  ...(values['enabled'] === undefined ? {} : { isEnabled: values['enabled'] === true }),
});

const update: BulkAction = {
  ...byWebhookId,
  name: 'webhooks.update',
  summary: 'Change webhooks: name, address, events, and whether they are enabled',
  kind: 'update',
  merges: true,
  columns: [rowId, ...fieldColumns],
  undoes: 'restores the former cells',
  calls: ['webhooks.list', 'webhooks.get', 'webhooks.check', 'webhooks.save'],
  problems: rowProblems,
  desired,

  /** The rules for an address depend on settings of the server. */
  async check(values, _current, { client, options }) {
    await client.webhooks.check({ body: bodyOf(values) }, options);
    return [];
  },

  async write(values, current, changes, { client, options }) {
    const cells = Object.fromEntries(changes.map(({ column, after }) => [column, after]));
    const body = { ...bodyOf({ ...cells, id: idOf(values) }), ...defined({ version: current?.version }) };
    return currentOf(await client.webhooks.save({ body }, options));
  },

  reverse: ({ id, before }) =>
    before === undefined ? nothingKnown : { action: 'webhooks.update', values: { id, ...before.values } },
};

const remove: BulkAction = {
  ...byWebhookId,
  name: 'webhooks.delete',
  summary: 'Delete webhooks with their delivery logs',
  kind: 'delete',
  columns: [rowId],
  undoes: null,
  calls: ['webhooks.list', 'webhooks.get', 'webhooks.delete'],
  problems: (values) => idProblems(values, ['id']),
  desired: () => null,

  async write(_values, current, _changes, { client, options }) {
    await client.webhooks.delete({ params: { id: current?.id ?? '' } }, guarded(options, current));
    return undefined;
  },
};

export const webhookActions: readonly BulkAction[] = [update, remove];
