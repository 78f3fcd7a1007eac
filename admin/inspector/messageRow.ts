import { messageTypes } from '../../shared/rules/exchange.ts';
import { messageStatusOf } from '../../shared/rules/message.ts';

/** A message as its OData set has it; the key comes back as `id`. Nothing of its content. */
export interface MessageRow {
  readonly id: number;
  readonly TenantId: string;
  readonly OrganizationName: string;
  readonly Sender: string;
  readonly MailTo: string;
  readonly Origin: string;
  readonly Channel: string;
  readonly WorkflowId: string;
  readonly WorkflowType: string;
  readonly Status: number;
  readonly IsDraft: boolean;
  readonly CreatedDate: string;
  readonly SystemReceivedDate: string | null;
  readonly Type: number;
  readonly HispMessageId: string;
  readonly Size: number;
  readonly AttachmentCount: number;
}

export const statusOf = ({ Status, IsDraft }: MessageRow): string => messageStatusOf(Status, IsDraft);

/** Key of the word for a type: what came in or what goes out. */
export const typeKey = (type: number): string => {
  if (type === messageTypes.intake) return 'inspector.types.intake';
  return type === messageTypes.release ? 'inspector.types.release' : 'inspector.types.unknown';
};
