/** A parsed mail: texts cleaned, attachments decoded. */
export interface ParsedMail {
  readonly sender: string;
  readonly subject: string;
  readonly body: string;
  /** In its angle brackets; made from the bytes where the mail has none that can be used, so that a repetition has the same. */
  readonly messageId: string;
  readonly attachments: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** A mail, or the reason of its permanent refusal: our text for the sending server. */
export type MailResult =
  | { readonly kind: 'mail'; readonly mail: ParsedMail }
  | { readonly kind: 'refused'; readonly reason: string };
