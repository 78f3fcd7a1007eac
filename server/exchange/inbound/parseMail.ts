import { createHash } from 'node:crypto';
import PostalMime, { type Address, addressParser, type Email } from 'postal-mime';
import { exchangeLimits } from '../../../shared/rules/exchange.ts';
import { attachmentProblem } from '../../documents/executableFile.ts';
import { oneLine } from '../../mail/addMail.ts';
import { attachmentName } from './attachmentName.ts';
import { htmlAsText } from './htmlAsText.ts';
import type { MailResult, ParsedMail } from './parsedMail.ts';
import { transferDamage } from './transferDamage.ts';

/** A part within a part within a part …: real mail has four or five. */
const maxDepth = 30;
const maxHeaderBytes = 512 * 1024;
/** The parser allocates a few hundred bytes for each line; base64 of the largest mail has half as many. */
const maxLines = 700_000;
const maxBoundaries = 10_000;
const maxAddressLength = 320;
/** A name as an encoded word, and the address. */
const maxFromLength = 5_000;
const maxSubjectLength = 998;

class Refusal extends Error {}

/** Parses a mail; runs in a separate process (mailProcess.ts), because the mail is untrusted. */
export async function parseMail(bytes: Uint8Array<ArrayBuffer>, domain: string): Promise<MailResult> {
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    refuseMasses(content);
    const email = await takeApart(bytes);
    const mail = mailOf(email, `<${sha256(bytes)}@${domain}>`);
    const damage = transferDamage(content);
    if (damage !== null) throw new Refusal(damage);
    await refuseExecutables(mail);
    return { kind: 'mail', mail };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Refusal ? error.message : 'It cannot be read.' };
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 40);

/** Counted before anything is taken apart: a line costs its sender one byte and us an object. */
function refuseMasses(bytes: Buffer): void {
  if (countOf(bytes, '\n', maxLines) > maxLines) throw new Refusal(`It has more than ${maxLines} lines.`);
  if (countOf(bytes, '\n--', maxBoundaries) > maxBoundaries) throw new Refusal('It has too many parts.');
}

function countOf(bytes: Buffer, text: string, enough: number): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at !== -1 && count <= enough; at = bytes.indexOf(text, at + text.length)) count++;
  return count;
}

async function takeApart(bytes: Uint8Array<ArrayBuffer>): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: maxDepth,
      maxHeadersSize: maxHeaderBytes,
      maxRfc822NestingDepth: 5,
    });
  } catch {
    // It throws for its limits alone, and its texts may quote the mail.
    throw new Refusal('Its parts are nested too deeply or its headers are too large.');
  }
}

function mailOf(email: Email, madeId: string): ParsedMail {
  const { text, html, subject = '', attachments } = email;
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const isMultipart = /^\s*multipart\//i.test(type);
  if (isMultipart && !/;\s*boundary\s*[=*]/i.test(type)) throw new Refusal('It is multipart and names no boundary.');
  if (isMultipart && text === undefined && html === undefined && attachments.length === 0)
    throw new Refusal('It is multipart and has no part.');
  return {
    sender: senderOf(email),
    subject: oneLine(subject).toWellFormed().slice(0, maxSubjectLength).toWellFormed(),
    body: bodyOf(text ?? (html === undefined ? '' : htmlAsText(html))),
    messageId: messageIdOf(email) ?? madeId,
    attachments: attachmentsOf(attachments),
  };
}

function senderOf({ from, headers }: Email): string {
  const [header = '', ...others] = headers.filter(({ key }) => key === 'from').map(({ value }) => value);
  if (others.length > 0) throw new Refusal('It has more than one From header.');
  if (header.length > maxFromLength) throw new Refusal(`Its From header has more than ${maxFromLength} characters.`);
  const addresses = new Set(
    addressParser(header, { flatten: true }).flatMap((one) => (one.address ? [one.address.trim().toLowerCase()] : [])),
  );
  if (addresses.size > 1)
    throw new Refusal('Its From header has more than one address: a message has one sender here.');
  const address = from && firstOf(from)?.trim();
  if (!address) throw new Refusal('It has no From header with an address.');
  const isAddress = /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u.test(address) && address.length <= maxAddressLength;
  if (!isAddress) throw new Refusal('The address of its From header is not valid.');
  return address;
}

const firstOf = (from: Address): string | undefined => (from.group ? from.group[0]?.address : from.address);

/** A NUL cannot be stored; it is replaced visibly. */
const bodyOf = (text: string): string =>
  text.replaceAll('\0', '\uFFFD').replace(/\r\n?/g, '\n').toWellFormed().trimEnd();

/** One that no index can hold or no header line repeat is as good as none. */
function messageIdOf({ messageId = '' }: Email): string | undefined {
  const id = messageId.trim().replace(/^<|>$/g, '');
  return /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/.test(id) ? `<${id}>` : undefined;
}

function attachmentsOf(attachments: Email['attachments']): ParsedMail['attachments'] {
  const { attachments: max, attachmentBytes } = exchangeLimits;
  if (attachments.length > max) throw new Refusal(`It has more than ${max} attachments.`);
  return attachments.map(({ filename, mimeType, content }, index) => {
    const bytes = bytesOf(content);
    if (bytes.length > attachmentBytes)
      throw new Refusal(`An attachment has more than ${attachmentBytes / 1024 / 1024} MB.`);
    return { name: attachmentName(filename, mimeType, index + 1), bytes };
  });
}

async function refuseExecutables({ attachments }: ParsedMail): Promise<void> {
  for (const [at, { name, bytes }] of attachments.entries()) {
    // By its number: a reply of SMTP is one short line of ASCII.
    const problem = await attachmentProblem(name, bytes, `Attachment ${at + 1}`);
    if (problem) throw new Refusal(problem);
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array<ArrayBuffer> =>
  typeof content === 'string'
    ? new TextEncoder().encode(content)
    : content instanceof ArrayBuffer
      ? new Uint8Array(content)
      : new Uint8Array(content);
