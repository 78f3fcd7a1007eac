import { eq } from 'drizzle-orm';
import { audit, type AuditEvent } from '../database/audit.ts';
import { mailMessages } from '../database/schema/exchange.ts';
import type { Transaction } from '../database/transaction.ts';
import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';

/** A read of message content: subject, text, patient data or bytes. */
export interface ContentRead {
  readonly mailMessageId: number;
  /** Area and name of the contract row: `attachments.get`. */
  readonly action: string;
  /** What is read, without any of it: `attachment 500001 as PDF`. */
  readonly what: string;
}

/** A shorter reason explains nothing in the audit trail. */
const minReasonLength = 4;

type Context = Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>;

/**
 * Allows users to read content of messages of their own organization, and platform administrators with a reason. The read is audited in its
 * transaction: without an audit row there is no content (AD-2). A message of another organization gets the response of an unknown one.
 */
export async function grantContent(
  tx: Transaction,
  context: Context,
  read: ContentRead,
): Promise<{ organizationId: string }> {
  const message = await checkContentAccess(tx, context, read.mailMessageId);
  await audit(tx, context, { ...eventOf(read), isRead: true });
  return message;
}

/**
 * The same without the audit row, for operations that return content only after `auditContent` has written their own row with their result:
 * one operation is one event (AD-1).
 */
export async function checkContentAccess(
  tx: Transaction,
  context: Context,
  mailMessageId: number,
): Promise<{ organizationId: string }> {
  const { actor } = context;
  const isPlatform = actor.role === 'SysAdmin';
  if (isPlatform && (context.reason?.trim().length ?? 0) < minReasonLength) throw new ApiProblem('E-REASON-REQUIRED');
  const [message] = await tx
    .select({ organizationId: mailMessages.organizationId })
    .from(mailMessages)
    .where(eq(mailMessages.id, mailMessageId));
  if (!message || !(isPlatform || message.organizationId === actor.organizationId)) {
    throw new ApiProblem('E-NOT-FOUND');
  }
  return message;
}

/** Writes the audit row of a read of content, with the changes of the operation. */
export function auditContent(
  tx: Transaction,
  context: Context,
  read: ContentRead,
  more: AuditEvent['changes'] = {},
): Promise<void> {
  const event = eventOf(read);
  return audit(tx, context, { ...event, changes: { ...event.changes, ...more } });
}

const eventOf = ({ mailMessageId, action, what }: ContentRead): AuditEvent => ({
  action,
  targetType: 'message',
  targetId: String(mailMessageId),
  changes: { read: { before: null, after: what } },
});
