import { messageTypes } from '../../shared/rules/exchange.ts';
import { domainOfAddress, normaliseAddress, wholeAddressProblem } from '../../shared/rules/directAddress.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { audit, type AuditEvent } from '../database/audit.ts';
import { newId } from '../database/newId.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import { attachmentProblem } from '../documents/executableFile.ts';
import type { Identified } from '../documents/documents.ts';
import type { RequestContext } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { findAddresses } from './directAddress.ts';
import type { ExchangeServices } from './exchangeServices.ts';
import { insertMessage } from './messageRows.ts';
import type { Accepted, OutgoingMessage } from './newMessage.ts';
import { initialSteps } from './initialSteps.ts';
import { storeAttachments } from './storeAttachments.ts';

type Context = Pick<RequestContext, 'actor' | 'requestId' | 'reason' | 'runId'>;

/** Writes the audit row of the operation that sends, with the fields of the message. */
export type SendingAudit = (tx: Transaction, mailMessageId: number, fields: AuditEvent['changes']) => Promise<void>;

/**
 * Takes a message of an organization to be sent: stored, audited and in the queue, or nothing happened. An operation that sends among other
 * things brings its own audit row.
 */
export async function acceptOutgoing(
  { database, documents }: ExchangeServices,
  message: OutgoingMessage,
  context: Context,
  auditSending: SendingAudit = auditAsSend(context),
): Promise<Accepted> {
  const addresses = message.recipients.map(normaliseAddress);
  if (message.channel === 'Direct') checkRecipients(addresses);
  const recipients = [...new Set(addresses)];
  await refuseExecutables(message.attachments);
  const identified = await Promise.all(message.attachments.map(({ bytes, name }) => documents.identify(bytes, name)));
  return inTransaction(database, async (tx) => {
    const sender = message.channel === 'Direct' ? normaliseAddress(message.sender) : message.sender;
    const accepted = await store(tx, { ...message, sender, recipients }, identified, context);
    await auditSending(tx, accepted.mailMessageId, {
      sender: { before: null, after: sender },
      recipients: { before: null, after: recipients },
      attachments: { before: null, after: message.attachments.length },
    });
    return accepted;
  });
}

const auditAsSend =
  (context: Context): SendingAudit =>
  (tx, mailMessageId, changes) =>
    audit(tx, context, { action: 'messages.send', targetType: 'message', targetId: String(mailMessageId), changes });

async function store(
  tx: Transaction,
  message: OutgoingMessage,
  identified: readonly Identified[],
  context: Context,
): Promise<Accepted> {
  const { organizationId, channel, sender, origin, subject, body, recipients, attachmentsAs } = message;
  // Nothing here waits for another: they travel together, and the first one that fails undoes them all.
  const checked = channel === 'Direct' ? checkSender(tx, sender, organizationId) : undefined;
  const { rows: attachments, written } = storeAttachments(tx, message.attachments, identified);
  const workflowId = newId();
  const hispMessageId = `<${newId()}@${domainOfAddress(sender) || 'carepost'}>`;
  const type = 'MessageSendWorkflow';
  const inserted = insertMessage(
    tx,
    {
      type: messageTypes.release,
      status: messageStatuses.indexOf('Pending'),
      mailTo: recipients.join('; '),
      sender,
      origin,
      dedupeKey: null,
      subject,
      body,
      attachments,
      recipients,
    },
    [
      {
        id: workflowId,
        type,
        status: 'Pending',
        channel,
        direction: 'Outbound',
        organizationId,
        hispMessageId,
        correlationId: context.requestId,
        parentId: null,
        steps: initialSteps(type),
        command: { name: 'SendMessage', attachmentsAs, recipients: recipients.length },
      },
    ],
    [],
  );
  const enqueued = enqueue(tx, 'workflow.run', { workflowId }, { key: `workflow:${workflowId}`, isNew: true });
  const [mailMessageId] = await Promise.all([inserted, checked, written, enqueued]);
  if (mailMessageId === undefined) throw new Error('A message without a dedupe key was taken for a repetition.');
  return { mailMessageId, workflowId, hispMessageId, isDuplicate: false };
}

async function refuseExecutables(attachments: OutgoingMessage['attachments']): Promise<void> {
  for (const { name, bytes } of attachments) {
    const problem = await attachmentProblem(name, bytes);
    if (problem) throw new ApiProblem('E-FILE-TYPE', { message: problem, modelState: { file: [problem] } });
  }
}

function checkRecipients(recipients: readonly string[]): void {
  const problems = recipients.flatMap((address, at): [string, string[]][] => {
    const problem = wholeAddressProblem(address);
    return problem === null ? [] : [[`to.${at}`, [problem]]];
  });
  if (problems.length > 0) throw new ApiProblem('E-RECIPIENT-INVALID', { modelState: Object.fromEntries(problems) });
}

async function checkSender(tx: Transaction, sender: string, organizationId: string): Promise<void> {
  const owner = (await findAddresses(tx, [sender])).get(sender);
  if (!owner?.isUsable || owner.organizationId !== organizationId) throw new ApiProblem('E-SENDER-UNKNOWN');
}
