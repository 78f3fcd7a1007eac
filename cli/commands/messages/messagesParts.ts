import type { ODataCondition } from '../../../shared/client/odataQuery.ts';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { type ODataSource, type Properties, showEntities } from '../../odata/odataPages.ts';
import {
  attachmentProperties,
  conversionProperties,
  eventProperties,
  messageArgument,
  numberOf,
} from './messageFields.ts';

const pageSize = 100;

const showParts = (
  context: Context,
  properties: Properties,
  ask: ODataSource['ask'],
  filter: readonly ODataCondition[] = [],
): Promise<void> => showEntities(context, { properties, filter, pageSize, pageNumber: 1, newestFirst: false, ask });

export const messagesAttachments = defineCommand({
  name: 'attachments',
  summary: 'List the attachments of a message: kind, size, pages, what is wrong with them; file names stay masked',
  arguments: [messageArgument],
  takes: ['rows'],
  fields: {
    all: Object.keys(attachmentProperties),
    table: ['id', 'name', 'mimeType', 'size', 'pageCount', 'previewStatus', 'problem'],
  },
  calls: ['inspector.messageAttachments'],
  exits: ['not-found'],
  examples: [
    'carepost messages attachments <message>',
    'carepost messages attachments <message> --output json --fields id,mimeType,size',
  ],
  async run(context, _options, [word]) {
    const id = numberOf(word, 'a message');
    const client = await context.client();
    await showParts(context, attachmentProperties, (query) =>
      client.inspector.messageAttachments({ params: { id }, query }, { signal: context.signal }),
    );
  },
});

export const messagesEvents = defineCommand({
  name: 'events',
  summary: 'List what happened to a message, in the order it happened',
  arguments: [messageArgument],
  takes: ['rows'],
  fields: {
    all: Object.keys(eventProperties),
    table: ['createdDate', 'eventType', 'origin', 'note'],
    id: 'id',
  },
  calls: ['inspector.mailMessage', 'inspector.eventMessages'],
  exits: ['not-found'],
  examples: ['carepost messages events <message>', 'carepost messages events <message> --output json'],
  async run(context, _options, [word]) {
    const id = numberOf(word, 'a message');
    const client = await context.client();
    // Events are a set of their own: of a message that is not there it is only empty.
    await client.inspector.mailMessage({ params: { id }, query: {} }, { signal: context.signal });
    await showParts(
      context,
      eventProperties,
      (query) => client.inspector.eventMessages({ query }, { signal: context.signal }),
      [{ field: 'MailMessageId', mode: 'equals', value: id }],
    );
  },
});

export const messagesConversions = defineCommand({
  name: 'conversions',
  summary: 'List the documents made from an attachment: what, how large, how long it took',
  arguments: [{ name: '<attachment>', summary: 'number of the attachment (MailAttachmentId)' }],
  takes: ['rows'],
  fields: {
    all: Object.keys(conversionProperties),
    table: ['date', 'kind', 'status', 'documentName', 'documentSize', 'processTime', 'systemName'],
    id: 'id',
  },
  calls: ['inspector.mailAttachment', 'inspector.conversionPerformance'],
  exits: ['not-found'],
  examples: ['carepost messages conversions <attachment>', 'carepost messages conversions <attachment> --output csv'],
  async run(context, _options, [word]) {
    const id = numberOf(word, 'an attachment');
    const client = await context.client();
    // As with events: nothing was made from an attachment that is not there either.
    await client.inspector.mailAttachment({ params: { id }, query: {} }, { signal: context.signal });
    await showParts(
      context,
      conversionProperties,
      (query) => client.inspector.conversionPerformance({ query }, { signal: context.signal }),
      [{ field: 'MailAttachmentId', mode: 'equals', value: id }],
    );
  },
});
