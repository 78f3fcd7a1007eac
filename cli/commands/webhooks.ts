import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookDelivery } from '../../shared/contract/webhooks.ts';
import { defined } from '../../shared/rules/defined.ts';
import {
  webhookAuthenticationNames,
  webhookAuthentications,
  type WebhookAuthentication,
  webhookDeliveryStatuses,
  webhookEventNames,
} from '../../shared/rules/webhook.ts';
import { actionFlag, type Command, type Context, contentFlag, type RecordKind, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import {
  actionCommand,
  getCommand,
  listCommand,
  nameOf,
  pagesCommand,
  writeCommand,
} from '../records/commandBuilders.ts';
import { readSecret } from '../records/inputFiles.ts';
import { unchangedText } from '../records/recordCommands.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { namedInList } from '../records/recordNames.ts';
import { organizationKind } from '../records/organizationLookup.ts';

const webhookKind = {
  name: 'webhook',
  list: 'webhooks list',
  named: namedInList((client, query, options) => client.webhooks.list({ query }, options)),
} as const satisfies RecordKind;
const webhookArgument = { name: '<id>', summary: 'id or name of the webhook', record: webhookKind } as const;
const deliveryArgument = {
  name: '<delivery>',
  summary: 'id of the delivery',
  record: { name: 'delivery', list: 'webhooks deliveries list' },
} as const;

const columns = ['id', 'name', 'organizationName', 'url', 'isEnabled', 'failingSince', 'pendingCount', 'failedCount'];
const deliveryColumns = [
  'id',
  'sequence',
  'eventType',
  'occurredAt',
  'status',
  'attemptCount',
  'responseStatus',
  'error',
];

const flagOf = (text: string): boolean => {
  const flag = { true: true, yes: true, false: false, no: false }[text.toLowerCase()];
  if (flag === undefined) throw new TypeError(`the value must be true or false, not "${text}"`);
  return flag;
};

const event = (text: string) => {
  const match = webhookEventNames.find((name) => name === text);
  if (match === undefined) throw new TypeError(`there is no event "${text}": carepost webhooks events`);
  return match;
};

const eventFlag = { parse: event, many: true } as const;
const secretFlag = contentFlag(
  '--secret-stdin',
  'read the password or token from standard input; without it a terminal prompts for it',
  { field: 'secret' },
);
const userNameFlag = contentFlag('--user-name <name>', 'user name of the authentication type basic');

/** The password or token. */
const readAuthentication = (context: Context, type: WebhookAuthentication, isPiped: boolean): Promise<string> => {
  const what = type === 'basic' ? 'password' : 'token';
  return readSecret(context, {
    question: `The ${what} of the webhook`,
    isPiped,
    flag: '--secret-stdin',
    missing: new CliError('E-USAGE', `The authentication type ${type} needs a ${what} on standard input.`, {
      hint: 'Write: carepost webhooks … --secret-stdin < file',
    }),
  });
};

interface Authentication {
  readonly type: WebhookAuthentication;
  readonly userName?: string | undefined;
  readonly secretStdin?: boolean | undefined;
}

const authenticationBody = async (context: Context, { type, userName, secretStdin = false }: Authentication) => {
  const { secret, hasUserName } = webhookAuthentications[type];
  if (secret !== 'entered' && secretStdin)
    throw new CliError('E-USAGE', `The authentication type ${type} takes no password or token.`);
  if (hasUserName && userName === undefined)
    throw new CliError('E-USAGE', `The authentication type ${type} needs --user-name.`);
  return {
    authenticationType: type,
    ...defined({ userName }),
    ...(secret === 'entered' ? { secret: await readAuthentication(context, type, secretStdin) } : {}),
  };
};

const typeOf = (text: string): WebhookAuthentication => {
  const type = webhookAuthenticationNames.find((name) => name === text);
  if (type === undefined) throw new TypeError(`use one of: ${webhookAuthenticationNames.join(', ')}`);
  return type;
};

/** Refused before anything is sent: the secret would be lost. */
const requireShownSecret = ({ output }: Context): void => {
  if (output.shows('secret')) return;
  throw new CliError('E-USAGE', 'The signing secret is displayed once, and this output would leave it out.', {
    hint: 'Show the field secret: no --output ids, and --fields and --query only with it.',
  });
};

const secretNote = 'Copy the field "secret" now: it is displayed this once.';

const pollMs = 250;
const waitMs = 20_000;

type Ended = Pick<WebhookDelivery, 'status' | 'error'>;
const isEnded = ({ status }: Ended): boolean => status === 'Delivered' || status === 'Failed';

/** How `webhooks test` ends: a script has to notice that the receiver did not take the event. */
const testOutcome = (delivery: Ended): Outcome | undefined => {
  if (delivery.status === 'Delivered') return undefined;
  if (isEnded(delivery))
    return { exit: 'partial', code: 'E-DELIVERY-FAILED', message: delivery.error ?? 'The delivery failed.' };
  return {
    exit: 'try-later',
    code: 'E-DELIVERY-PENDING',
    message: `The receiver has not responded within ${waitMs / 1000} seconds.`,
  };
};

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List the webhooks and whether they work',
    options: [
      selectionFlag('--org <id>', 'only webhooks of this organization', { record: organizationKind }),
      selectionFlag('--enabled <true|false>', 'only webhooks that are enabled, or disabled', { parse: flagOf }),
      selectionFlag('--failing <true|false>', 'only webhooks whose last deliveries failed, or did not', {
        parse: flagOf,
      }),
    ],
    columns,
    calls: ['webhooks.list'],
    examples: ['', '--failing true --output json'],
    sortedBy: 'name',
    pages({ client, read, options: { org, enabled, failing } }) {
      const text = (flag: boolean | undefined) => (flag === undefined ? undefined : String(flag));
      const filter = defined({ organizationId: org, isEnabled: text(enabled), isFailing: text(failing) });
      return (query) => client.webhooks.list({ query: { ...filter, ...query } }, read);
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show a webhook; its secret is never shown',
    arguments: [webhookArgument],
    calls: ['webhooks.get', 'webhooks.list'],
    examples: ['<id>', '<id> --output json'],
    web: '/admin/webhooks',
    rowFields: columns,
    load: ({ client, id, read }) => loadRecord(webhookKind, id, client.webhooks.get({ params: { id } }, read)),
  }),
  writeCommand({
    name: 'create',
    summary: 'Add a webhook; a generated signing secret is displayed once',
    options: [
      contentFlag('--name <text>', 'name', { required: true }),
      contentFlag('--url <address>', 'address that events are posted to', { required: true }),
      contentFlag('--event <event>', 'event to deliver: carepost webhooks events', eventFlag),
      contentFlag('--org <id>', 'organization; without it the events of every organization', {
        record: organizationKind,
      }),
      contentFlag('--auth-type <type>', 'none, basic, bearer or hmac (hmac)', {
        parse: typeOf,
        field: 'authenticationType',
      }),
      userNameFlag,
      secretFlag,
      contentFlag('--disabled', 'add the webhook disabled', { field: 'isEnabled' }),
    ],
    calls: ['webhooks.check', 'webhooks.save'],
    examples: [
      '--name "<new-name>" --url https://hooks.clinic.example/in --event message.received --event message.failed --yes',
      '--name "<new-name>" --url https://hooks.clinic.example/in --event user.created --auth-type none --disabled --yes --output json',
    ],
    async prepare({ context, client, read, options: own }) {
      const { name = '', url = '', event: events = [], org, authType = 'hmac', userName, secretStdin, disabled } = own;
      if (events.length === 0)
        throw new CliError('E-USAGE', 'A webhook needs at least one --event.', { hint: 'carepost webhooks events' });
      if (authType === 'hmac') requireShownSecret(context);
      const authentication = await authenticationBody(context, { type: authType, userName, secretStdin });
      const body = {
        name,
        url,
        events: [...events],
        isEnabled: disabled !== true,
        ...defined({ organizationId: org }),
        ...authentication,
      };
      await client.webhooks.check({ body }, read);
      return {
        title: `Add the webhook ${name}`,
        send: (call) => client.webhooks.save({ body }, call),
        done: `The webhook was added.${authType === 'hmac' ? ` ${secretNote}` : ''}`,
      };
    },
  }),
  actionCommand({
    name: 'update',
    summary: 'Change name, address or events of a webhook, or enable and disable it',
    arguments: [webhookArgument],
    options: [
      contentFlag('--name <text>', 'name'),
      contentFlag('--url <address>', 'address that events are posted to'),
      contentFlag('--event <event>', 'all events to deliver', eventFlag),
      contentFlag('--enabled <true|false>', 'whether events are delivered', { parse: flagOf }),
    ],
    action: 'webhooks.update',
    calls: ['webhooks.get', 'webhooks.list', 'webhooks.check', 'webhooks.save'],
    examples: ['<id> --enabled false --yes', '<id> --event message.received --yes --output json'],
    change({ id, options: { name, url, event: events, enabled } }) {
      const values = defined({ name, url, enabled, events });
      if (Object.keys(values).length === 0)
        throw new CliError('E-USAGE', 'Nothing to change: use --name, --url, --event or --enabled.');
      return {
        values: { id, ...values },
        title: (current) => `Change the webhook ${nameOf(current, id)}`,
        unchanged: () => unchangedText,
        done: 'The webhook was saved successfully.',
      };
    },
  }),
  writeCommand({
    name: 'secret',
    summary: 'Change how calls of a webhook are authenticated, or generate another signing secret',
    arguments: [webhookArgument],
    options: [
      contentFlag('--auth-type <type>', 'none, basic, bearer or hmac; without it the present one', {
        parse: typeOf,
        field: 'authenticationType',
      }),
      userNameFlag,
      secretFlag,
    ],
    calls: ['webhooks.get', 'webhooks.list', 'webhooks.check', 'webhooks.save'],
    examples: ['<id> --yes', '<id> --auth-type none --yes --output json'],
    async prepare({ context, client, read, id, options: { authType, userName, secretStdin } }) {
      const webhook = await loadRecord(webhookKind, id, client.webhooks.get({ params: { id } }, read));
      const type = authType ?? webhook.authenticationType;
      const name = userName ?? webhook.userName ?? undefined;
      if (type === 'hmac') requireShownSecret(context);
      const authentication = await authenticationBody(context, {
        type,
        secretStdin,
        ...(webhookAuthentications[type].hasUserName ? { userName: name } : {}),
      });
      const renews = type === 'hmac' && webhook.authenticationType === 'hmac';
      const body = { id, version: webhook.version, ...authentication, ...(renews ? { renewSecret: true } : {}) };
      await client.webhooks.check({ body }, read);
      return {
        title: `Change the authentication of the webhook ${webhook.name} to ${type}`,
        send: (call) => client.webhooks.save({ body }, call),
        done: `The webhook was saved successfully.${type === 'hmac' ? ` ${secretNote}` : ''}`,
      };
    },
  }),
  actionCommand({
    name: 'delete',
    summary: 'Delete a webhook with its delivery log',
    arguments: [webhookArgument],
    action: 'webhooks.delete',
    fields: ['id', 'deleted'],
    calls: ['webhooks.get', 'webhooks.list', 'webhooks.delete'],
    examples: ['<id> --yes', '<id> --yes --reason "Receiver removed" --output json'],
    change: ({ id }) => ({
      values: { id },
      title: (current) => `Delete the webhook ${nameOf(current, id)} with its delivery log`,
      unchanged: () => 'The webhook is deleted already; nothing was sent.',
      done: 'The webhook was deleted successfully.',
      show: () => ({ id, deleted: true }),
    }),
  }),
  listCommand({
    name: 'events',
    summary: 'List the events that a webhook can subscribe to',
    calls: ['webhooks.events'],
    load: ({ client, read }) => client.webhooks.events({}, read),
  }),
  listCommand({
    name: 'auth-types',
    summary: 'List how a receiver can recognize the platform',
    calls: ['webhooks.authenticationTypes'],
    load: ({ client, read }) => client.webhooks.authenticationTypes({}, read),
  }),
  writeCommand({
    name: 'test',
    summary: 'Send a test event to a webhook and show what the receiver responded',
    arguments: [webhookArgument],
    options: [actionFlag('--no-wait', 'show the delivery at once, before the receiver has responded')],
    calls: ['webhooks.get', 'webhooks.list', 'webhooks.test', 'webhooks.delivery'],
    exits: ['partial', 'try-later'],
    exitMeanings: {
      partial: 'the receiver did not take the event',
      'try-later': 'the receiver had not responded in time',
    },
    examples: ['<id> --no-wait --yes', '<id> --no-wait --yes --output json'],
    async prepare({ context, client, read, id, options: { wait } }) {
      const { name } = await loadRecord(webhookKind, id, client.webhooks.get({ params: { id } }, read));
      const mostMs = wait === false ? 0 : waitMs;
      let delivery: WebhookDelivery | undefined;
      return {
        title: `Send a test event to the webhook ${name}`,
        async send(call) {
          delivery = await client.webhooks.test({ params: { id } }, call);
          for (let waited = 0; !isEnded(delivery) && waited < mostMs; waited += pollMs) {
            await delay(pollMs, undefined, { signal: context.signal });
            delivery = await client.webhooks.delivery({ params: { id: delivery.id } }, { ...read, fresh: true });
          }
          return delivery;
        },
        done: 'The test event was sent.',
        outcome: () => (wait === false || delivery === undefined ? undefined : testOutcome(delivery)),
      };
    },
  }),
  pagesCommand({
    name: 'deliveries list',
    aliases: ['deliveries ls'],
    summary: 'List the delivery log, newest event first',
    options: [
      selectionFlag('--webhook <id>', 'only deliveries to this webhook', { record: webhookKind }),
      selectionFlag('--status <status>', 'only deliveries in this state', { choices: webhookDeliveryStatuses }),
      selectionFlag('--event <event>', 'only deliveries of this event', { parse: event, field: 'eventType' }),
    ],
    columns: deliveryColumns,
    calls: ['webhooks.deliveries'],
    examples: ['', '--status Failed --output json'],
    sortedBy: 'sequence',
    newestFirst: true,
    isSearchable: false,
    pages({ client, read, options: { webhook, status, event: eventType } }) {
      const filter = defined({ webhookId: webhook, status, eventType });
      return ({ pageNumber, pageSize }) =>
        client.webhooks.deliveries({ query: { ...filter, pageNumber, pageSize } }, read);
    },
  }),
  getCommand({
    name: 'deliveries get',
    summary: 'Show a delivery with its body, attempts and responses',
    arguments: [deliveryArgument],
    calls: ['webhooks.delivery'],
    examples: ['<delivery>', '<delivery> --output json'],
    rowFields: deliveryColumns,
    load: ({ client, id, read }) => client.webhooks.delivery({ params: { id } }, read),
  }),
  writeCommand({
    name: 'redeliver',
    summary: 'Send a delivery again, with the same event id',
    arguments: [deliveryArgument],
    calls: ['webhooks.delivery', 'webhooks.redeliver'],
    examples: ['<delivery> --yes', '<delivery> --yes --reason "Receiver repaired" --output json'],
    async prepare({ client, read, id }) {
      const delivery = client.webhooks.delivery({ params: { id } }, read);
      const { sequence, webhookName } = await loadRecord(deliveryArgument.record, id, delivery);
      return {
        title: `Send delivery ${sequence} to the webhook ${webhookName} again`,
        send: (call) => client.webhooks.redeliver({ params: { id } }, call),
        done: 'The delivery is sent again.',
      };
    },
  }),
];
