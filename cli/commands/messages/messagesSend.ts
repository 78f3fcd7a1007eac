import { sendAttachmentsAs } from '../../../shared/rules/message.ts';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';

interface Options extends WriteFlags {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly body?: string;
  readonly attach?: string;
  readonly attachmentsAs?: (typeof sendAttachmentsAs)[number];
}

export const messagesSend = defineCommand<Options>({
  name: 'send',
  summary: "Send a test message from an organization's direct address through the exchange",
  description:
    'It travels like any other message: to an organization of this platform directly, elsewhere through the mail relay.\nworkflows get <workflow> shows how far it is.',
  options: [
    { flags: '--from <address>', summary: 'direct address of an organization of this platform', group: 'Selection' },
    {
      flags: '--to <address>',
      summary: 'direct address of a recipient; may be given several times',
      group: 'Selection',
      many: true,
    },
    { flags: '--subject <text>', summary: 'its subject', group: 'Selection' },
    { flags: '--body <text>', summary: 'its text', group: 'Selection' },
    {
      flags: '--attach <file>',
      summary: 'a document to go with it, at most 20 MB',
      group: 'Selection',
      complete: 'files',
    },
    {
      flags: '--attachments-as <form>',
      summary: 'Original, PDF or CDA (Original)',
      group: 'Selection',
      choices: sendAttachmentsAs,
    },
  ],
  takes: ['write', 'record'],
  fields: {
    all: ['mailMessageId', 'workflowId', 'hispMessageId'],
    table: ['mailMessageId', 'workflowId', 'hispMessageId'],
    id: 'mailMessageId',
  },
  calls: ['messages.send'],
  exits: ['invalid', 'io'],
  examples: [
    'carepost messages send --from <sender> --to <recipient> --subject "Test of the line" --yes',
    'carepost messages send --from <sender> --to <recipient> --subject "Test" --attach note.txt --attachments-as PDF --yes --output json',
  ],
  async run(context, options) {
    const { from, to = [], subject, body, attach, attachmentsAs } = options;
    if (from === undefined || to.length === 0 || subject === undefined)
      throw new CliError('E-USAGE', 'Give --from, --to and --subject.');
    const { readUpload } = await import('../../records/inputFiles.ts');
    const file = attach === undefined ? undefined : await readUpload(attach, exchangeLimits.attachmentBytes);
    const client = await context.client();
    const many = to.length === 1 ? to[0] : `${to.length} recipients`;
    const sending = await confirmed(context, `Send a message from ${from} to ${many}`, options);
    const message = {
      from,
      to: [...to],
      subject,
      ...(body === undefined ? {} : { body }),
      ...(attachmentsAs === undefined ? {} : { attachmentsAs }),
    };
    const accepted = await client.messages.send({ body: message, file }, sending);
    context.terminal.note(`Message ${accepted.mailMessageId} is on its way.`);
    await context.output.record(accepted);
  },
});
