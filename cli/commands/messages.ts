import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import {
  type ArgumentSpec,
  type Command,
  type Context,
  defineCommand,
  type OptionsOf,
  outputFlag,
  type RecordKind,
  safetyFlag,
  selectionFlag,
} from '../command.ts';
import type { FieldList } from '../output/fields.ts';
import type { ODataCondition } from '../../shared/client/odataQuery.ts';
import type { MessageAttachment } from '../../shared/contract/messageSchemas.ts';
import { channels, messageTypes } from '../../shared/rules/exchange.ts';
import { draftStatus, messageStatuses, messageStatusOf } from '../../shared/rules/message.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { CliError } from '../errors.ts';
import { type ODataSource, type Properties, showEntities } from '../odata/odataPages.ts';
import { dateTimeOfFlag, textOfFlag } from '../output/where.ts';
import { showCommand } from '../records/commandBuilders.ts';
import { loadRecord } from '../records/recordErrors.ts';
import { gridPageFlags } from '../tree/flags.ts';
import { send } from './messages/messageSend.ts';

const messageKind: RecordKind = { name: 'message', list: 'messages list', ids: 'number' };
const messageArgument: ArgumentSpec = {
  name: '<message>',
  summary: 'number of the message (MailMessageId)',
  record: messageKind,
};
const attachmentArgument: ArgumentSpec = {
  name: '<attachment>',
  summary: 'number of the attachment (MailAttachmentId)',
  record: { name: 'attachment', list: 'messages attachments <message>', ids: 'number' },
};

/** Reading the content of a message needs a reason (spec 1 section 6, design of the inspector). */
const reasonFlag = safetyFlag('--reason <text>', 'why you read the content, for the audit trail of the server');

const checkedReason = (reason: string | undefined): string => {
  const text = reason?.trim() ?? '';
  if (text.length >= 4) return text;
  throw new CliError('E-USAGE', 'Reading the content needs a --reason of at least 4 characters.', {
    hint: 'Add --reason "Ticket 4711"; the audit trail of the server stores it.',
  });
};

const messageProperties = {
  id: { name: 'MailMessageId', kind: 'number' },
  sender: { name: 'Sender', kind: 'text' },
  mailTo: { name: 'MailTo', kind: 'text' },
  origin: { name: 'Origin', kind: 'text' },
  channel: { name: 'Channel', kind: 'text' },
  organizationName: { name: 'OrganizationName', kind: 'text' },
  tenantId: { name: 'TenantId', kind: 'guid' },
  status: { name: 'Status', kind: 'number' },
  type: { name: 'Type', kind: 'number' },
  isDraft: { name: 'IsDraft', kind: 'flag' },
  createdDate: { name: 'CreatedDate', kind: 'date' },
  systemReceivedDate: { name: 'SystemReceivedDate', kind: 'date' },
  attachmentCount: { name: 'AttachmentCount', kind: 'number' },
  size: { name: 'Size', kind: 'number' },
  workflowId: { name: 'WorkflowId', kind: 'guid' },
  workflowType: { name: 'WorkflowType', kind: 'text' },
  hispMessageId: { name: 'HispMessageId', kind: 'text' },
} as const satisfies Properties;

const messageFields = [...Object.keys(messageProperties), 'statusName'];

/** Status and type are numbers in the API, with a text for each. */
const messageValues: FieldList['values'] = {
  status: Object.fromEntries(messageStatuses.map((name, code) => [name, code])),
  statusName: [...messageStatuses, draftStatus, 'Unknown'],
  type: messageTypes,
  channel: channels,
};

const filterFlags = [
  selectionFlag('--status <name>', 'messages with this status', { choices: [...messageStatuses, draftStatus] }),
  selectionFlag('--type <kind>', 'intake (received) or release (sent)', { choices: Object.keys(messageTypes) }),
  selectionFlag('--channel <channel>', 'channel of the message', { choices: channels }),
  selectionFlag('--from <text>', 'sender that contains this text'),
  selectionFlag('--to <text>', 'recipient that contains this text'),
  selectionFlag('--since <time>', 'created at or after this time: 7d, 2026-08-21'),
  selectionFlag('--until <time>', 'created before this time'),
  selectionFlag('--drafts', 'drafts instead of messages'),
];

const filterOf = (context: Context, options: OptionsOf<typeof filterFlags>): ODataCondition[] => {
  const { status, type, channel, from, to, since, until, drafts = false } = options;
  const code = messageStatuses.findIndex((name) => name === status);
  const time = (flag: string, text: string | undefined) =>
    text === undefined ? undefined : new Date(dateTimeOfFlag(context, flag, text));
  const text = (flag: string, value: string | undefined) => (value === undefined ? undefined : textOfFlag(flag, value));
  const conditions = [
    ['IsDraft', 'equals', drafts || status === draftStatus],
    ['Status', 'equals', code >= 0 ? code : undefined],
    ['Type', 'equals', messageTypes[type as keyof typeof messageTypes]],
    ['Channel', 'equals', channel],
    ['Sender', 'contains', text('--from', from)],
    ['MailTo', 'contains', text('--to', to)],
    ['CreatedDate', 'gte', time('--since', since)],
    ['CreatedDate', 'lt', time('--until', until)],
  ] as const;
  return conditions.flatMap(([field, mode, value]) => (value === undefined ? [] : [{ field, mode, value }]));
};

const attachmentText = ({ fileName, sizeInBytes, mimeType }: MessageAttachment): string =>
  `${fileName} (${thousands(sizeInBytes)} bytes, ${mimeType})`;

const detailFields = [...messageFields, 'subject', 'body', 'attachments'];

interface Parts extends Pick<Command, 'name' | 'summary' | 'calls' | 'examples'> {
  readonly of: 'message' | 'attachment';
  readonly properties: Properties;
  readonly columns: readonly string[];
  /** Loads them by a call for the record, or with a filter on its number. */
  readonly parts: (
    client: Client,
    id: number,
    read: CallOptions,
  ) => Promise<Pick<ODataSource, 'query'> & Partial<Pick<ODataSource, 'filter'>>>;
}

/** All entities that belong to a message or an attachment, in their order. */
const partsCommand = ({ of, properties, columns, parts, ...spec }: Parts): Command =>
  defineCommand({
    ...spec,
    arguments: [of === 'message' ? messageArgument : attachmentArgument],
    takes: ['rows'],
    fields: { all: Object.keys(properties), table: columns, id: 'id' },
    async run(context, _options, [text]) {
      const id = Number(text);
      const source = await parts(await context.client(), id, { signal: context.signal });
      await showEntities(context, {
        properties,
        filter: [],
        pageSize: 100,
        pageNumber: 1,
        newestFirst: false,
        ...source,
      });
    },
  });

const attachmentProperties = {
  id: { name: 'MailAttachmentId', kind: 'number' },
  name: { name: 'Name', kind: 'text' },
  size: { name: 'Size', kind: 'number' },
  mimeType: { name: 'MimeType', kind: 'text' },
  previewAvailable: { name: 'PreviewAvailable', kind: 'flag' },
  previewStatus: { name: 'PreviewStatus', kind: 'text' },
  pageCount: { name: 'PageCount', kind: 'number' },
  hasPdfContent: { name: 'HasPdfContent', kind: 'flag' },
  hasCDAContent: { name: 'HasCDAContent', kind: 'flag' },
  hasHl7Content: { name: 'HasHl7Content', kind: 'flag' },
  problem: { name: 'Problem', kind: 'text' },
} as const satisfies Properties;

const attachmentsCommand = partsCommand({
  name: 'attachments',
  summary: 'List the attachments of a message with type, size, pages and problems; file names are masked',
  of: 'message',
  properties: attachmentProperties,
  columns: ['id', 'name', 'mimeType', 'size', 'pageCount', 'previewStatus', 'problem'],
  calls: ['inspector.messageAttachments'],
  examples: ['<message>', '<message> --output json --fields id,mimeType,size'],
  parts: async (client, id, read) => ({
    query: (query) => client.inspector.messageAttachments({ params: { id }, query }, read),
  }),
});

const eventProperties = {
  id: { name: 'EventMessageId', kind: 'number' },
  eventType: { name: 'EventType', kind: 'text' },
  origin: { name: 'Origin', kind: 'text' },
  note: { name: 'Note', kind: 'text' },
  mailAttachmentId: { name: 'MailAttachmentId', kind: 'number' },
  createdDate: { name: 'CreatedDate', kind: 'date' },
  systemReceivedDate: { name: 'SystemReceivedDate', kind: 'date' },
} as const satisfies Properties;

const conversionProperties = {
  id: { name: 'ConversionId', kind: 'number' },
  kind: { name: 'Kind', kind: 'text' },
  status: { name: 'Status', kind: 'text' },
  documentName: { name: 'DocumentName', kind: 'text' },
  documentExtension: { name: 'DocumentExtension', kind: 'text' },
  documentSize: { name: 'DocumentSize', kind: 'number' },
  processTime: { name: 'ProcessTime', kind: 'number' },
  systemName: { name: 'SystemName', kind: 'text' },
  date: { name: 'Date', kind: 'date' },
} as const satisfies Properties;

export const commands: readonly Command[] = [
  defineCommand({
    name: 'list',
    aliases: ['ls'],
    summary: 'List messages without their content, newest first',
    options: [...filterFlags, ...gridPageFlags],
    takes: ['rows'],
    fields: {
      all: messageFields,
      table: ['id', 'createdDate', 'statusName', 'channel', 'sender', 'mailTo', 'organizationName'],
      values: messageValues,
      since: 'createdDate',
    },
    calls: ['inspector.mailMessages'],
    examples: [
      '--status Failed --since 1d',
      '--type intake --channel Fax --output json',
      "--from records@ --where 'attachmentCount>1' --limit 20 --output csv",
    ],
    async run(context, options) {
      const { pageSize = '20', page = 1 } = options;
      const client = await context.client();
      await showEntities(context, {
        properties: messageProperties,
        filter: filterOf(context, options),
        pageSize: Number(pageSize),
        pageNumber: page,
        newestFirst: true,
        query: (query) => client.inspector.mailMessages({ query }, { signal: context.signal }),
        extraFields: ({ Status, IsDraft }) => ({ statusName: messageStatusOf(Number(Status), IsDraft === true) }),
      });
    },
  }),
  showCommand({
    name: 'get',
    aliases: ['show'],
    summary: 'Show a message; with --content also its subject, text, attachments and patients',
    arguments: [messageArgument],
    options: [selectionFlag('--content', 'show the content; needs --reason'), reasonFlag],
    fields: { all: detailFields, table: detailFields, values: messageValues },
    calls: ['inspector.mailMessage', 'messages.get'],
    examples: ['<message>', '<message> --content --reason "Ticket 4711: document is unreadable" --output json'],
    async load({ context, client, read, options: { content: withContent = false, reason: reasonText }, args: [text] }) {
      const id = Number(text);
      const reason = withContent ? checkedReason(reasonText) : undefined;
      const entity = await client.inspector.mailMessage({ params: { id }, query: {} }, read);
      const record = {
        ...Object.fromEntries(
          Object.entries(messageProperties).map(([field, { name }]) => [field, entity[name] ?? null]),
        ),
        statusName: messageStatusOf(Number(entity['Status']), entity['IsDraft'] === true),
      };
      const isTable = context.output.format === 'table';
      // A table omits what was not loaded.
      if (!withContent) return isTable ? record : { ...record, subject: null, body: null, attachments: null };
      const { subject, body, attachments } = await client.messages.get({ params: { id } }, { ...read, reason });
      return { ...record, subject, body, attachments: isTable ? attachments.map(attachmentText) : attachments };
    },
  }),
  attachmentsCommand,
  partsCommand({
    name: 'events',
    summary: 'List the events of a message, oldest first',
    of: 'message',
    properties: eventProperties,
    columns: ['createdDate', 'eventType', 'origin', 'note'],
    calls: ['inspector.mailMessage', 'inspector.eventMessages'],
    async parts(client, id, read) {
      // The set of events is only empty for an unknown message; this call fails.
      await client.inspector.mailMessage({ params: { id }, query: {} }, read);
      return {
        filter: [{ field: 'MailMessageId', mode: 'equals', value: id }],
        query: (query) => client.inspector.eventMessages({ query }, read),
      };
    },
  }),
  partsCommand({
    name: 'conversions',
    summary: 'List the documents that an attachment was converted to, with type, size and processing time',
    of: 'attachment',
    properties: conversionProperties,
    columns: ['date', 'kind', 'status', 'documentName', 'documentSize', 'processTime', 'systemName'],
    calls: ['inspector.mailAttachment', 'inspector.conversionPerformance'],
    async parts(client, id, read) {
      // As with events: the set is only empty for an unknown attachment.
      await client.inspector.mailAttachment({ params: { id }, query: {} }, read);
      return {
        filter: [{ field: 'MailAttachmentId', mode: 'equals', value: id }],
        query: (query) => client.inspector.conversionPerformance({ query }, read),
      };
    },
  }),
  defineCommand({
    name: 'preview',
    summary: 'Save an attachment of a message as a file, as received or as PDF; the server records the access',
    arguments: [messageArgument, attachmentArgument],
    options: [
      outputFlag('--out <file>', 'write to this file; - is standard output', { complete: 'files' }),
      outputFlag('--overwrite', 'replace an existing file'),
      outputFlag('--pdf', 'as PDF, converted if necessary'),
      reasonFlag,
    ],
    takes: ['record'],
    fields: ['file', 'mediaType', 'bytes'],
    calls: ['inspector.mailMessage', 'attachments.get'],
    examples: [
      '<message> <attachment> --out document.xml --reason "Ticket 4711"',
      '<message> <attachment> --pdf --out document.pdf --reason "Ticket 4711" --output json',
    ],
    async run(context, { out, overwrite = false, pdf = false, reason: reasonText }, [messageText, attachmentNumber]) {
      const [id, attId] = [Number(messageText), Number(attachmentNumber)];
      if (out === undefined)
        throw new CliError('E-USAGE', 'The file to write is missing.', { hint: 'Add --out <file>.' });
      const reason = checkedReason(reasonText);
      const { binaryTarget } = await import('../exports/saveBytes.ts');
      const save = await binaryTarget(out, overwrite, context);
      const client = await context.client();
      const query = pdf ? { pdf: 'true' } : {};
      const message = client.inspector.mailMessage({ params: { id }, query: {} }, { signal: context.signal });
      await loadRecord(messageKind, messageText ?? '', message);
      const { bytes, mediaType } = await client.attachments.get(
        { params: { id, attId }, query },
        { signal: context.signal, reason },
      );
      const file = await save(bytes);
      if (file !== undefined) await context.output.record({ file, mediaType, bytes: bytes.length });
    },
  }),
  send,
];
