import type { SMTPServerDataStream } from 'smtp-server';
import { later, type SmtpReply, tooLarge } from './smtpReply.ts';

/** Bytes of mails that are being received, all connections together. */
export interface Held {
  bytes: number;
}

interface Bounds {
  readonly maxBytes: number;
  /** All connections together. */
  readonly maxPendingBytes: number;
  readonly dataMs: number;
}

export type Received =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `hangUp`: the connection is closed, although the client is still sending. */
  | { readonly kind: 'refused'; readonly reply: SmtpReply; readonly hangUp: boolean };

/** What is read past the limit, so that a well-behaved client receives the reply at the end of its mail. */
const graceBytes = 1024 * 1024;

/** Reads the content of a mail within the limits of size and time, whatever size its sender announced. */
export async function readBounded(stream: SMTPServerDataStream, held: Held, bounds: Bounds): Promise<Received> {
  const { maxBytes, maxPendingBytes, dataMs } = bounds;
  const end = Date.now() + dataMs;
  const parts: Buffer[] = [];
  let size = 0;
  let buffered = 0;
  let reply: SmtpReply | undefined;
  const drop = () => {
    parts.length = 0;
    held.bytes -= buffered;
    buffered = 0;
  };
  const timer = setTimeout(() => stream.destroy(new Error('too slow')), dataMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (reply === undefined) {
        parts.push(chunk);
        buffered += chunk.length;
        held.bytes += chunk.length;
        if (size > maxBytes) reply = tooLarge(maxBytes);
        else if (held.bytes > maxPendingBytes) reply = later();
        if (reply !== undefined) drop();
      } else if (size > maxBytes + graceBytes) return { kind: 'refused', reply: tooLarge(maxBytes), hangUp: true };
    }
    return reply === undefined
      ? { kind: 'whole', bytes: Buffer.concat(parts) }
      : { kind: 'refused', reply, hangUp: false };
  } catch (error) {
    if (Date.now() < end) throw error;
    return { kind: 'refused', reply: later(), hangUp: true };
  } finally {
    clearTimeout(timer);
    drop();
  }
}
