import type { MessageAttachment } from '../../../shared/contract/messageSchemas.ts';
import { messageStatusOf } from '../../../shared/rules/message.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import { defineCommand } from '../../command.ts';
import { contentReason, givenReason, messageArgument, messageProperties, numberOf } from './messageFields.ts';

interface Options {
  readonly content?: boolean;
  readonly reason?: string;
}

const plain = [...Object.keys(messageProperties), 'statusName'];
const content = ['subject', 'body', 'attachments'];

/** An attachment as people read it; the other formats give it whole. */
const attachmentText = ({ fileName, sizeInBytes, mimeType }: MessageAttachment): string =>
  `${fileName} (${thousands(sizeInBytes)} bytes, ${mimeType})`;

export const messagesGet = defineCommand<Options>({
  name: 'get',
  aliases: ['show'],
  summary: 'Show a message; with --content and a reason also its subject, text, attachments and patients',
  arguments: [messageArgument],
  options: [{ flags: '--content', summary: 'what it says; needs --reason', group: 'Selection' }, contentReason],
  takes: ['record'],
  fields: { all: [...plain, ...content], table: [...plain, ...content] },
  calls: ['inspector.mailMessage', 'messages.get'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost messages get <message>',
    'carepost messages get <message> --content --reason "Ticket 4711: document is unreadable" --output json',
  ],
  async run(context, { content: isWanted = false, reason }, [word]) {
    const id = numberOf(word, 'a message');
    const why = isWanted ? givenReason(reason) : undefined;
    const client = await context.client();
    const { signal } = context;
    const entity = await client.inspector.mailMessage({ params: { id }, query: {} }, { signal });
    const record = {
      ...Object.fromEntries(
        Object.entries(messageProperties).map(([field, { name }]) => [field, entity[name] ?? null]),
      ),
      statusName: messageStatusOf(Number(entity['Status']), entity['IsDraft'] === true),
    };
    if (!isWanted) {
      await context.output.record({ ...record, subject: null, body: null, attachments: null });
      return;
    }
    const { subject, body, attachments } = await client.messages.get({ params: { id } }, { signal, reason: why });
    const isTable = context.output.format === 'table';
    await context.output.record({
      ...record,
      subject,
      body,
      attachments: isTable ? attachments.map(attachmentText) : attachments,
    });
  },
});
