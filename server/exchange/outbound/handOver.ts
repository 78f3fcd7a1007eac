import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** `cut`: the connection ended after the content was begun and before the answer, so nobody knows whether it was taken. */
export type RelayOutcome =
  | { readonly kind: 'delivered'; readonly answer: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'cut'; readonly reason: string }
  | { readonly kind: 'noRoute' };

export interface Patience {
  /** For the connection and its greeting. */
  readonly connectMs: number;
  /** For every answer, that to the content among them. */
  readonly answerMs: number;
}

interface Handing {
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

/**
 * Speaks SMTP itself instead of through nodemailer's transport, which does not tell whether the content had been sent when a connection
 * breaks. As long as some of it was not sent the server cannot have taken the message (RFC 5321, 4.1.1.4): it may be sent again. After
 * that, only an answer tells.
 */
export async function handOver({ smtpUrl, from, to, bytes, signal, patience }: Handing): Promise<RelayOutcome> {
  if (signal.aborted) return endingHere;
  const { auth, ...server } = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    socketTimeout: patience.answerMs,
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
    return { kind: 'delivered', answer: 'The mail relay took it.' };
  } catch (error) {
    connection.close();
    return outcomeOf(error, isSent, signal.aborted);
  }
}

/** Small ones, so that the end is not read before what comes in front of it has left. */
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

const endingHere = { kind: 'unavailable', reason: 'This server was ending.' } as const;

/** Only numbers and codes: what a relay says may repeat the address or the text. */
function outcomeOf(error: unknown, isSent: boolean, isEnding: boolean): RelayOutcome {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  if (typeof responseCode === 'number') {
    const reason = `The mail relay answered ${responseCode}.`;
    // 421 is a farewell: after the content it leaves open what became of it no more than any other refusal does.
    return responseCode >= 500 && code !== 'EAUTH' ? { kind: 'refused', reason } : { kind: 'unavailable', reason };
  }
  // It did not want the recipient's form or the size it had announced a limit for.
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { kind: 'refused', reason: 'The mail relay does not take such a message.' };
  const word = typeof code === 'string' ? code : 'closed';
  if (isSent) return { kind: 'cut', reason: `The connection ended before the mail relay answered (${word}).` };
  return isEnding ? endingHere : { kind: 'unavailable', reason: `The mail relay could not be reached (${word}).` };
}
