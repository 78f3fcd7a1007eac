import type { Channel } from '../../shared/rules/exchange.ts';
import type { sendAttachmentsAs } from '../../shared/rules/message.ts';

export interface NewAttachment {
  /** Name from the sender, cut to 255 characters and without control characters; for display, never used as a path (FI-4). */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A message that comes in for one recipient: by SMTP, or made by the demo. */
export interface IncomingMessage {
  readonly organizationId: string;
  readonly channel: Channel;
  readonly sender: string;
  /** The address of the organization it came to. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Message-ID of the mail; made by us where it has none. */
  readonly hispMessageId: string;
  readonly origin: string;
  readonly attachments: readonly NewAttachment[];
  /** What is unusual about how it came, for the event of its receipt; nothing of patients. */
  readonly note?: string;
  /** When its mail began to be read. */
  readonly begunAt?: string;
  /** The workflow that sent it, where that ran here. */
  readonly parentId?: string;
}

/** A message that an organization sends. */
export interface OutgoingMessage {
  readonly organizationId: string;
  readonly channel: Channel;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly origin: string;
  readonly attachments: readonly NewAttachment[];
  readonly attachmentsAs: (typeof sendAttachmentsAs)[number];
}

export interface Accepted {
  readonly mailMessageId: number;
  readonly workflowId: string;
  readonly hispMessageId: string;
  /** The same message had been accepted before; nothing was stored again. */
  readonly isDuplicate: boolean;
}
