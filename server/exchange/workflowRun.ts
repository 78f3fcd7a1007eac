import type { Channel, Direction, ExchangeEvent } from '../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import type { StoredConversion } from './conversionRows.ts';
import type { AddressOwner } from './directAddress.ts';
import type { AttachmentRow, EventRow, StepRow } from './messageRows.ts';

export interface StoredAttachment extends AttachmentRow {
  readonly id: number;
  readonly pageCount: number | null;
  readonly documentType: string | null;
  readonly documentDate: string | null;
  readonly patient: unknown;
  /** The document in the form that the sender requested, where it has been converted. */
  converted: StoredConversion | null;
}

export interface DeliveryRow {
  readonly recipient: string;
  route: 'Local' | 'Relay' | null;
  status: 'Pending' | 'Sending' | 'Delivered' | 'Failed' | 'Unknown';
  deliveredMailMessageId: number | null;
  error: string | null;
}

export interface RunMessage {
  id: number;
  readonly sender: string;
  readonly mailTo: string;
  readonly origin: string;
  readonly subject: string;
  readonly body: string;
  readonly createdDate: string;
}

/** A step in memory, which can be changed. */
export type Step = { -readonly [K in keyof StepRow]: StepRow[K] };

/** A workflow in memory while a worker has its row locked, with the changes to write at the end of the transaction. */
export interface WorkflowRun {
  readonly id: string;
  readonly type: WorkflowType;
  readonly channel: Channel;
  readonly direction: Direction;
  readonly organizationId: string;
  readonly hispMessageId: string;
  readonly correlationId: string;
  readonly command: Readonly<Record<string, unknown>>;
  readonly parentId: string | null;
  readonly message: RunMessage;
  /** Documents of the message; those of a new one have no ids yet. */
  readonly attachments: readonly AttachmentRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly steps: readonly Step[];
  /** Incremented by every write, so that a worker that was suspended sees that another one has continued. 0: not stored yet. */
  readonly version: number;
  status: string;
  failedStep: string | null;
  errorCode: string | null;
  /** To be written: events of the message, its new status, changes to its documents, notifications, workflows that follow. */
  readonly events: EventRow[];
  messageStatus: number | null;
  updates: AttachmentUpdate[];
  readonly announced: ExchangeEvent[];
  readonly children: Child[];
  /** Whether another system was called: the commit then waits for the disk. */
  isOutside: boolean;
  /** Owners of addresses, read once. */
  owners: ReadonlyMap<string, AddressOwner>;
}

export interface Child {
  readonly run: WorkflowRun;
  /** Called with the MailMessageId of the message that was stored with it. */
  stored?(mailMessageId: number): void;
}

/** Results of processing a document, by the id of its content. */
export interface AttachmentUpdate {
  readonly contentId: string;
  readonly mimeType?: string;
  readonly hasPdfContent?: boolean;
  readonly hasCdaContent?: boolean;
  readonly hasHl7Content?: boolean;
  readonly problem?: string | null;
  readonly previewStatus?: string;
  readonly pageCount?: number | null;
  readonly documentType?: string | null;
  readonly documentDate?: string | null;
  readonly patient?: unknown;
}

type NewRun = Pick<
  WorkflowRun,
  | 'id'
  | 'type'
  | 'channel'
  | 'direction'
  | 'organizationId'
  | 'hispMessageId'
  | 'correlationId'
  | 'command'
  | 'parentId'
  | 'message'
  | 'attachments'
  | 'steps'
> &
  Partial<WorkflowRun>;

/** A run without changes. */
export const newWorkflowRun = (columns: NewRun): WorkflowRun => ({
  deliveries: [],
  version: 0,
  status: 'Pending',
  failedStep: null,
  errorCode: null,
  events: [],
  messageStatus: null,
  updates: [],
  announced: [],
  children: [],
  isOutside: false,
  owners: new Map(),
  ...columns,
});
