import { eq } from 'drizzle-orm';
import { audit, type AuditFact } from '../database/audit.ts';
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
const reasonMin = 4;

type Context = Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>;

/**
 * Lets people read content of their own organization's messages, and platform administrators with a reason. What is allowed is audited in
 * the transaction of the read: no audit row, no content (AD-2). Another organization's message is as unknown as none at all.
 */
export async function grantContent(
  tx: Transaction,
  context: Context,
  read: ContentRead,
): Promise<{ organizationId: string }> {
  const message = await checkContentAccess(tx, context, read.mailMessageId);
  await audit(tx, context, { ...factOf(read), isRead: true });
  return message;
}

/**
 * The same without the audit row, for operations that work on content and give none of it away before `auditContent` has written their
 * own row with their result: one operation is one event (AD-1).
 */
export async function checkContentAccess(
  tx: Transaction,
  context: Context,
  mailMessageId: number,
): Promise<{ organizationId: string }> {
  const { actor } = context;
  const isPlatform = actor.role === 'SysAdmin';
  if (isPlatform && (context.reason?.trim().length ?? 0) < reasonMin) throw new ApiProblem('E-REASON-REQUIRED');
  const [message] = await tx
    .select({ organizationId: mailMessages.organizationId })
    .from(mailMessages)
    .where(eq(mailMessages.id, mailMessageId));
  if (!message || !(isPlatform || message.organizationId === actor.organizationId)) {
    throw new ApiProblem('E-NOT-FOUND');
  }
  return message;
}

/** Notes with the message that its content was read, and what else the operation did. */
export function auditContent(
  tx: Transaction,
  context: Context,
  read: ContentRead,
  more: AuditFact['changes'] = {},
): Promise<void> {
  const fact = factOf(read);
  return audit(tx, context, { ...fact, changes: { ...fact.changes, ...more } });
}

const factOf = ({ mailMessageId, action, what }: ContentRead): AuditFact => ({
  action,
  targetType: 'message',
  targetId: String(mailMessageId),
  changes: { read: { before: null, after: what } },
});
