import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** `interrupted`: the connection ended after the content was begun and before the reply, so it is unknown whether it was accepted. */
export type RelayOutcome =
  | { readonly kind: 'delivered'; readonly reply: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'interrupted'; readonly reason: string }
  | { readonly kind: 'noRoute' };

export interface Timeouts {
  /** For the connection and its greeting. */
  readonly connectMs: number;
  /** For every reply, also that to the content. */
  readonly replyMs: number;
}

interface Mail {
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
}

/**
 * Sends a mail over SMTP by nodemailer's connection instead of its transport, which does not report whether the content had been sent when a
 * connection breaks. As long as some of it was not sent the server cannot have accepted the message (RFC 5321, 4.1.1.4): it may be sent again.
 * After that, only a reply shows whether it was accepted.
 */
export async function sendMail({ smtpUrl, from, to, bytes, signal, timeouts }: Mail): Promise<RelayOutcome> {
  if (signal.aborted) return stopping;
  const { auth, ...server } = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.replyMs,
  });
  const content = Readable.from(pieces(bytes), { objectMode: false });
  let isSent = false;
  content.once('end', () => {
    isSent = true;
  });
  const broken = new Promise<never>((_resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('closed')));
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  broken.catch(() => undefined);
  try {
    await Promise.race([broken, greet(connection, auth)]);
    await Promise.race([broken, send(connection, { from, to: [to], size: bytes.length }, content)]);
    connection.quit();
    return { kind: 'delivered', reply: 'The mail relay accepted it.' };
  } catch (error) {
    connection.close();
    return outcomeOf(error, isSent, signal.aborted);
  }
}

/** Small chunks, so that the end is not read before the preceding ones were sent. */
function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
const pieceBytes = 32 * 1024;

type Auth = ReturnType<typeof parseConnectionUrl>['auth'];

async function greet(connection: SMTPConnection, auth: Auth): Promise<void> {
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  if (!auth || !connection.allowsAuth) return;
  const { user, pass } = auth;
  await new Promise<void>((resolve, reject) => {
    connection.login({ credentials: { user, pass } }, (error) => (error ? reject(error) : resolve()));
  });
}

const send = (
  connection: SMTPConnection,
  envelope: { readonly from: string; readonly to: string[]; readonly size: number },
  content: Readable,
): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.send(envelope, content, (error) => (error ? reject(error) : resolve()));
  });

const stopping = { kind: 'unavailable', reason: 'This server was stopping.' } as const;

/** Only numbers and codes: the text of a relay may repeat the address or the content. */
function outcomeOf(error: unknown, isSent: boolean, isEnding: boolean): RelayOutcome {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  if (typeof responseCode === 'number') {
    const reason = `The mail relay replied ${responseCode}.`;
    // 421 ends the connection: after the content it is a refusal like any other.
    return responseCode >= 500 && code !== 'EAUTH' ? { kind: 'refused', reason } : { kind: 'unavailable', reason };
  }
  // It refused the form of the recipient, or a size above its announced limit.
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { kind: 'refused', reason: 'The mail relay does not accept such a message.' };
  const cause = typeof code === 'string' ? code : 'closed';
  if (isSent) return { kind: 'interrupted', reason: `The connection ended before the mail relay replied (${cause}).` };
  return isEnding ? stopping : { kind: 'unavailable', reason: `The mail relay could not be reached (${cause}).` };
}
