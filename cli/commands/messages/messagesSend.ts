import { sendAttachmentsAs } from '../../../shared/rules/message.ts';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { checkedLetter, countOf, deedOf, type LetterFlags, showLetter, toldByFlags } from './letter.ts';

interface Options extends WriteFlags, LetterFlags {
  readonly attach?: readonly string[];
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
      summary: 'a document to go with it; may be given up to 50 times, at most 20 MB together',
      group: 'Selection',
      many: true,
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
    'carepost messages send --from <sender> --to <recipient> --subject "Test" --attach note.txt --attach logo.png --attachments-as PDF --yes --output json',
  ],
  async run(context, options) {
    const letter = checkedLetter(options);
    const { readUploads } = await import('../../records/inputFiles.ts');
    const limits = { most: exchangeLimits.attachments, maxBytes: exchangeLimits.attachmentBytes };
    const files = await readUploads(options.attach ?? [], limits);
    const deed = deedOf(letter, files);
    if (options.dryRun === true) await showLetter(context, deed, letter, files);
    const client = await context.client();
    const sending = await confirmed(context, deed, options);
    const accepted = await client.messages.send({ body: letter, files }, sending).catch(toldByFlags);
    const withFiles = files.length === 0 ? '' : `, with ${countOf(files.length, 'file')}`;
    context.terminal.note(`Message ${accepted.mailMessageId} is on its way${withFiles}.`);
    await context.output.record(accepted);
  },
});
