import type { Channel, Direction, ExchangeEvent } from '../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import type { KeptConversion } from './conversionRows.ts';
import type { AddressOwner } from './directAddress.ts';
import type { AttachmentRow, EventRow, StepRow } from './messageRows.ts';

export interface StoredAttachment extends AttachmentRow {
  readonly id: number;
  readonly pageCount: number | null;
  readonly documentType: string | null;
  readonly documentDate: string | null;
  readonly patient: unknown;
  /** The form that the sender asked for, where it has been made. */
  converted: KeptConversion | null;
}

export interface DeliveryRow {
  readonly recipient: string;
  route: 'Local' | 'Relay' | null;
  status: 'Pending' | 'Sending' | 'Delivered' | 'Failed' | 'Unknown';
  deliveredMailMessageId: number | null;
  error: string | null;
}

export interface CourseMessage {
  id: number;
  readonly sender: string;
  readonly mailTo: string;
  readonly origin: string;
  readonly subject: string;
  readonly body: string;
  readonly createdDate: string;
}

/** A step while it is worked on. */
export type Step = { -readonly [K in keyof StepRow]: StepRow[K] };

/** A workflow in the hands of the worker that holds its row: what it is, and what is to be written of it at the end of the transaction. */
export interface Course {
  readonly id: string;
  readonly type: WorkflowType;
  readonly channel: Channel;
  readonly direction: Direction;
  readonly organizationId: string;
  readonly hispMessageId: string;
  readonly correlationId: string;
  readonly command: Readonly<Record<string, unknown>>;
  readonly parentId: string | null;
  readonly message: CourseMessage;
  /** Documents of the message; those of a new one have no ids yet. */
  readonly attachments: readonly AttachmentRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly steps: readonly Step[];
  /** Counts every write, so that a worker that was frozen meanwhile sees that another one has taken over. 0: not stored yet. */
  readonly version: number;
  status: string;
  failedStep: string | null;
  errorCode: string | null;
  /** To be written: events of the message, its new status, facts of its documents, notifications, workflows that follow. */
  readonly events: EventRow[];
  messageStatus: number | null;
  facts: AttachmentFacts[];
  readonly announced: ExchangeEvent[];
  readonly children: Child[];
  /** Whether another system was told: such a commit waits for the disk. */
  isOutside: boolean;
  /** Owners of addresses, looked up once. */
  owners: ReadonlyMap<string, AddressOwner>;
}

export interface Child {
  readonly course: Course;
  /** Told the MailMessageId of the message that came to be with it. */
  stored?(mailMessageId: number): void;
}

/** What processing has found out about a document, by the id of its content. */
export interface AttachmentFacts {
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

type Given = Pick<
  Course,
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
  Partial<Course>;

/** A course with nothing to be written yet. */
export const courseOf = (given: Given): Course => ({
  deliveries: [],
  version: 0,
  status: 'Pending',
  failedStep: null,
  errorCode: null,
  events: [],
  messageStatus: null,
  facts: [],
  announced: [],
  children: [],
  isOutside: false,
  owners: new Map(),
  ...given,
});
