import { ApiError } from '../../../shared/client/apiError.ts';
import type { ReceivedFile } from '../../../shared/contract/endpoint.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { isOneLine, notOneLineText, type sendAttachmentsAs, subjectMax } from '../../../shared/rules/message.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { endDryRun } from '../../records/confirmed.ts';

export interface LetterFlags {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly subject?: string;
  readonly body?: string;
  readonly attachmentsAs?: (typeof sendAttachmentsAs)[number];
}

const bodyMax = 100_000;

interface Letter {
  readonly from: string;
  readonly to: string[];
  readonly subject: string;
  readonly body?: string;
  readonly attachmentsAs?: (typeof sendAttachmentsAs)[number];
}

const correct = (flag: string) => ({ hint: `Correct ${flag}; nothing was sent.` });

const checkAddress = (
  flag: '--from' | '--to',
  address: string,
  code: 'E-SENDER-UNKNOWN' | 'E-RECIPIENT-INVALID',
): void => {
  const problem = wholeAddressProblem(normaliseAddress(address));
  if (problem === null) return;
  const text = `${flag} "${address}" is no direct address. ${problem}`;
  throw new CliError('E-USAGE', text, { code, exit: 'invalid', ...correct(flag) });
};

const checkLength = (flag: '--subject' | '--body', text: string, most: number): void => {
  if (text.length <= most) return;
  const found = `${flag} has ${thousands(text.length)} characters; at most ${thousands(most)} are taken.`;
  throw new CliError('E-USAGE', found, correct(flag));
};

/** What the flags say, as it is sent: everything that can be known to be wrong is told before anything is asked of the server. */
export const checkedLetter = ({ from, to = [], subject, body, attachmentsAs }: LetterFlags): Letter => {
  const given = { '--from': from, '--to': to[0], '--subject': subject?.trim() };
  const missing = Object.entries(given).flatMap(([flag, value]) => (value ? [] : [flag]));
  if (from === undefined || subject === undefined || missing.length > 0)
    throw new CliError('E-USAGE', `A message needs ${missing.join(' and ')}.`, { hint: `Add ${missing.join(', ')}.` });
  checkAddress('--from', from, 'E-SENDER-UNKNOWN');
  if (to.length > exchangeLimits.recipients) {
    const text = `--to is given ${to.length} times; at most ${exchangeLimits.recipients} recipients are taken.`;
    throw new CliError('E-USAGE', text, correct('--to'));
  }
  for (const address of to) checkAddress('--to', address, 'E-RECIPIENT-INVALID');
  checkLength('--subject', subject.trim(), subjectMax);
  if (!isOneLine(subject.trim())) throw new CliError('E-USAGE', `--subject ${notOneLineText}.`, correct('--subject'));
  checkLength('--body', body ?? '', bodyMax);
  return {
    from,
    to: [...to],
    subject,
    ...(body === undefined ? {} : { body }),
    ...(attachmentsAs === undefined ? {} : { attachmentsAs }),
  };
};

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const deedOf = ({ from, to }: Letter, files: readonly ReceivedFile[]): string => {
  const whom = to.length === 1 ? to[0] : `${to.length} recipients`;
  return `Send a message from ${from} to ${whom}${files.length === 0 ? '' : `, with ${countOf(files.length, 'file')}`}`;
};

/** Ends a dry run with what would be sent. */
export const showLetter = (
  context: Context,
  deed: string,
  letter: Letter,
  files: readonly ReceivedFile[],
): Promise<never> => {
  const fileTexts = files.map(({ name, bytes }) => `${name} (${thousands(bytes.length)} bytes)`);
  const values = { from: letter.from, to: letter.to, subject: letter.subject.trim(), attach: fileTexts };
  const changes = Object.entries(values).map(([column, after]) => ({ column, before: null, after }));
  const later = ' Whether the addresses are known and what the files hold is found out when it is sent.';
  return endDryRun(context, deed, { id: null, name: null, changes }, later);
};

const flagOf: Readonly<Record<string, string>> = {
  from: '--from',
  to: '--to',
  subject: '--subject',
  body: '--body',
  attachmentsAs: '--attachments-as',
  file: '--attach',
};

/** A refusal names the fields of the call; who stands at the command line knows the flags. */
export const toldByFlags = (error: unknown): never => {
  if (!(error instanceof ApiError) || Object.keys(error.modelState).length === 0) throw error;
  const named = Object.entries(error.modelState).map(([field, texts]): [string, string[]] => {
    const [first = field, ...rest] = field.split('.');
    const place = rest.map((at) => (/^\d+$/.test(at) ? ` (${Number(at) + 1})` : `.${at}`)).join('');
    return [`${flagOf[first] ?? first}${place}`, [...texts]];
  });
  const { status, code, message, messages, correlationId, retryAfterMs, neverSent } = error;
  const facts = { status, code, message, correlationId, retryAfterMs, neverSent };
  throw new ApiError({ ...facts, messages: [...messages], modelState: Object.fromEntries(named) });
};
