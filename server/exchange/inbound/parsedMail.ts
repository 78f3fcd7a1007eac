/** What a mail says, as the exchange takes it: texts cleaned, attachments decoded. */
export interface ParsedMail {
  readonly sender: string;
  readonly subject: string;
  readonly body: string;
  /** In its angle brackets; made from the bytes where the mail has none that can be used, so that a repetition has the same. */
  readonly messageId: string;
  readonly attachments: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** A mail, or why it is refused for good: words of ours for the sending server. */
export type MailVerdict =
  | { readonly kind: 'mail'; readonly mail: ParsedMail }
  | { readonly kind: 'refused'; readonly reason: string };
