import { type Context, contentFlag, type OptionsOf } from '../../command.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { refusedAttachments } from '../../../shared/rules/executableFile.ts';
import { isOneLine, notOneLineText, sendAttachmentsAs, subjectMax } from '../../../shared/rules/message.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import { CliError } from '../../errors.ts';
import { writeCommand } from '../../records/commandBuilders.ts';
import { endDryRun } from '../../records/confirmed.ts';

const sendFlags = [
  contentFlag('--from <address>', 'direct address of an organization of this platform'),
  contentFlag('--to <address>', 'direct address of a recipient; repeat for several', { many: true }),
  contentFlag('--subject <text>', 'subject of the message'),
  contentFlag('--body <text>', 'text of the message'),
  contentFlag('--attach <file>', 'attach a document; repeat for up to 50, with at most 20 MB in all', {
    many: true,
    field: 'file',
    complete: 'files',
  }),
  contentFlag('--attachments-as <form>', 'Original, PDF or CDA (Original)', { choices: sendAttachmentsAs }),
];

type Message = Parameters<Client['messages']['send']>[0]['body'];

const bodyMax = 100_000;

const correct = (flag: string) => ({ hint: `Correct ${flag}; nothing was sent.` });

const checkAddress = (
  flag: '--from' | '--to',
  address: string,
  code: 'E-SENDER-UNKNOWN' | 'E-RECIPIENT-INVALID',
): void => {
  const problem = wholeAddressProblem(normaliseAddress(address));
  if (problem === null) return;
  const text = `${flag} "${address}" is not a direct address. ${problem}`;
  throw new CliError(code, text, correct(flag));
};

const checkLength = (flag: '--subject' | '--body', text: string, max: number): void => {
  if (text.length <= max) return;
  const problem = `${flag} has ${thousands(text.length)} characters; at most ${thousands(max)} are allowed.`;
  throw new CliError('E-USAGE', problem, correct(flag));
};

/** The message that the flags describe. Refuses what is known to be invalid before the first request. */
const messageOf = ({ from, to = [], subject, body, attachmentsAs }: OptionsOf<typeof sendFlags>): Message => {
  const required = { '--from': from, '--to': to[0], '--subject': subject?.trim() };
  const missing = Object.entries(required).flatMap(([flag, value]) => (value ? [] : [flag]));
  if (from === undefined || subject === undefined || missing.length > 0)
    throw new CliError('E-USAGE', `A message needs ${missing.join(' and ')}.`, { hint: `Add ${missing.join(', ')}.` });
  checkAddress('--from', from, 'E-SENDER-UNKNOWN');
  if (to.length > exchangeLimits.recipients) {
    const text = `There are ${to.length} recipients; at most ${exchangeLimits.recipients} are allowed.`;
    throw new CliError('E-USAGE', text, correct('--to'));
  }
  for (const address of to) checkAddress('--to', address, 'E-RECIPIENT-INVALID');
  checkLength('--subject', subject.trim(), subjectMax);
  if (!isOneLine(subject.trim())) throw new CliError('E-USAGE', `--subject ${notOneLineText}.`, correct('--subject'));
  checkLength('--body', body ?? '', bodyMax);
  return { from, to: [...to], subject, ...defined({ body, attachmentsAs }) };
};

/** `, with 3 files`; empty without files. */
const filesText = ({ length }: readonly ReceivedFile[]): string =>
  length === 0 ? '' : `, with ${length} file${length === 1 ? '' : 's'}`;

const showDryRun = (
  context: Context,
  summary: string,
  message: Message,
  files: readonly ReceivedFile[],
): Promise<never> => {
  const fileTexts = files.map(({ name, bytes }) => `${name} (${thousands(bytes.length)} bytes)`);
  const values = { from: message.from, to: message.to, subject: message.subject.trim(), attach: fileTexts };
  const changes = Object.entries(values).map(([column, after]) => ({ column, before: null, after }));
  const limits = ' Whether the addresses are known and the files are valid is checked when the message is sent.';
  return endDryRun(context, summary, { id: null, name: null, changes }, limits);
};

export const send = writeCommand({
  name: 'send',
  summary: 'Send a test message from the direct address of an organization',
  description: `The message is delivered like any other: directly to an organization of this platform, elsewhere through the mail relay.\nworkflows get <workflow> shows its progress.\n${refusedAttachments}`,
  options: sendFlags,
  calls: ['messages.send'],
  examples: [
    '--from <sender> --to <recipient> --subject "Test of the line" --yes',
    '--from <sender> --to <recipient> --subject "Test" --attach note.txt --attach logo.png --attachments-as PDF --yes --output json',
  ],
  async prepare({ context, client, options }) {
    const message = messageOf(options);
    const { readUploads } = await import('../../records/inputFiles.ts');
    const limits = { maxFiles: exchangeLimits.attachments, maxBytes: exchangeLimits.attachmentBytes };
    const files = await readUploads(options.attach ?? [], limits);
    const recipients = message.to.length === 1 ? message.to[0] : `${message.to.length} recipients`;
    const title = `Send a message from ${message.from} to ${recipients}${filesText(files)}`;
    if (options.dryRun === true) await showDryRun(context, title, message, files);
    return {
      title,
      async send(call) {
        const accepted = await client.messages.send({ body: message, files }, call);
        context.terminal.note(`Message ${accepted.mailMessageId} is on its way${filesText(files)}.`);
        return accepted;
      },
    };
  },
});
