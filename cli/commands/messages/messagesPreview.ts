import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { contentReason, givenReason, messageArgument, numberOf } from './messageFields.ts';

interface Options {
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly pdf?: boolean;
  readonly reason?: string;
}

export const messagesPreview = defineCommand<Options>({
  name: 'preview',
  summary: 'Save an attachment of a message as a file, as it came or as PDF; the look at it is audited',
  arguments: [messageArgument, { name: '<attachment>', summary: 'number of the attachment (MailAttachmentId)' }],
  options: [
    { flags: '--out <file>', summary: 'write this file; - is standard output', group: 'Output', complete: 'files' },
    { flags: '--overwrite', summary: 'replace a file that is there already', group: 'Output' },
    { flags: '--pdf', summary: 'as PDF, made from it where it is something else', group: 'Output' },
    contentReason,
  ],
  takes: ['record'],
  fields: { all: ['file', 'mediaType', 'bytes'], table: ['file', 'mediaType', 'bytes'] },
  calls: ['attachments.get'],
  exits: ['not-found', 'invalid', 'conflict', 'io'],
  examples: [
    'carepost messages preview <message> <attachment> --out document.xml --reason "Ticket 4711"',
    'carepost messages preview <message> <attachment> --pdf --out document.pdf --reason "Ticket 4711" --output json',
  ],
  async run(context, { out, overwrite = false, pdf = false, reason }, [message, attachment]) {
    const id = numberOf(message, 'a message');
    const attId = numberOf(attachment, 'an attachment');
    if (out === undefined) throw new CliError('E-USAGE', 'Say where it goes: give --out.');
    const why = givenReason(reason);
    const { binaryTarget } = await import('../../exports/saveBytes.ts');
    const save = await binaryTarget(out, overwrite, context);
    const client = await context.client();
    const query = pdf ? { pdf: 'true' } : {};
    const { bytes, mediaType } = await client.attachments.get(
      { params: { id, attId }, query },
      { signal: context.signal, reason: why },
    );
    const file = await save(bytes);
    if (file !== undefined) await context.output.record({ file, mediaType, bytes: bytes.length });
  },
});
