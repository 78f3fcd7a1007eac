import type { Config } from '../../config.ts';
import type { NewAttachment } from '../newMessage.ts';
import { composeMail } from './composeMail.ts';
import { handOver, type Patience } from './handOver.ts';

/** A message for an address of another platform, as the relay gets it. */
export interface RelayMail {
  /** The same in every attempt, so that a receiver can tell a repetition. */
  readonly hispMessageId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly date: Date;
  readonly attachments: readonly (NewAttachment & { readonly mimeType: string })[];
}

/** `cut`: the connection ended after the content was begun and before the answer, so nobody knows whether it was taken. */
export type RelayOutcome =
  | { readonly kind: 'delivered'; readonly answer: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'cut'; readonly reason: string }
  | { readonly kind: 'noRoute' };

/** A relay may look at a message for a while before it answers: giving up on it leaves a delivery that nobody knows of. */
const relayPatience: Patience = { connectMs: 10_000, answerMs: 120_000 };

/** Hands one message for one recipient to the mail server of `SMTP_URL`, once. Without it there is no route. */
export async function relayMail(
  config: Config,
  mail: RelayMail,
  signal: AbortSignal,
  patience = relayPatience,
): Promise<RelayOutcome> {
  const { smtpUrl } = config.mail;
  if (smtpUrl === null) return { kind: 'noRoute' };
  const composed = await composeMail(mail);
  return handOver({ smtpUrl, from: mail.sender, to: mail.recipient, bytes: composed, signal, patience });
}
