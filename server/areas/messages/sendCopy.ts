import { messageTypes } from '../../../shared/rules/exchange.ts';
import type { sendAttachmentsAs } from '../../../shared/rules/message.ts';
import { inTransaction } from '../../database/transaction.ts';
import { acceptOutgoing } from '../../exchange/acceptOutgoing.ts';
import { auditContent, checkContentAccess } from '../../exchange/contentAccess.ts';
import { findAddress } from '../../exchange/directAddress.ts';
import type { Accepted } from '../../exchange/newMessage.ts';
import type { RequestContext } from '../../http/context.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import { noteForwarded, readOriginal, usableAddressOf } from './originalStore.ts';

interface Copy {
  readonly id: number;
  readonly to: readonly string[];
  readonly attachmentsAs: (typeof sendAttachmentsAs)[number];
  readonly reason: string;
}

const reasonMin = 4;
const what = 'subject, text and attachments, to send them on';

/**
 * Sends a message on from its own organization, as a message of its own. One audit row with the original says that it was read and where it
 * went, in the transaction that sends: without it nothing leaves. A copy that is refused has shown its content to nobody.
 */
export async function sendCopy(services: Services, copy: Copy, context: RequestContext): Promise<Accepted> {
  const { id, to, attachmentsAs } = copy;
  const reason = copy.reason.trim();
  if (reason.length < reasonMin) {
    const modelState = { reason: [`must have at least ${reasonMin} characters`] };
    throw new ApiProblem('E-REQUEST-INVALID', { modelState });
  }
  const reasoned = { ...context, reason };
  const { database } = services;
  const original = await inTransaction(database, async (tx) => {
    await checkContentAccess(tx, reasoned, id);
    return readOriginal(tx, id);
  });
  if (!original) throw new ApiProblem('E-NOT-FOUND');
  const { organizationId, subject, body, attachments } = original;
  const sender = await senderOf(services, original);
  const letter = { organizationId, channel: 'Direct', sender, recipients: to, origin: 'Operator' } as const;
  const outgoing = { ...letter, subject, body, attachments, attachmentsAs };
  return acceptOutgoing(services, outgoing, reasoned, async (tx, copyId, facts) => {
    const more = { sentAs: { before: null, after: copyId }, ...facts };
    await auditContent(tx, reasoned, { mailMessageId: id, action: 'messages.sendCopy', what }, more);
    await noteForwarded(tx, id, copyId);
  });
}

/** The organization's own address of the message; where that cannot send, as a fax number, its first direct address that can. */
async function senderOf(
  { database }: Services,
  { type, sender, mailTo, organizationId }: NonNullable<Awaited<ReturnType<typeof readOriginal>>>,
): Promise<string> {
  const own = type === messageTypes.intake ? mailTo : sender;
  const owner = await findAddress(database.db, own);
  if (owner?.isUsable && owner.organizationId === organizationId) return owner.address;
  const other = await usableAddressOf(database.db, organizationId);
  if (other === undefined) throw new ApiProblem('E-SENDER-UNKNOWN');
  return other;
}
