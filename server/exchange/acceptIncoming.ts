import { createHash } from 'node:crypto';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { messageTypes } from '../../shared/rules/exchange.ts';
import { messageStatuses } from '../../shared/rules/message.ts';
import { newId } from '../database/newId.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { ExchangeServices } from './exchangeServices.ts';
import { insertMessage } from './messageRows.ts';
import type { Accepted, IncomingMessage } from './newMessage.ts';
import { initialSteps } from './initialSteps.ts';
import { statement } from '../database/statement.ts';
import { storeAttachments } from './storeAttachments.ts';

/** The same message is being accepted by another connection. */
class Repeated extends Error {}

/**
 * Takes a message in for one recipient: it is stored whole and its workflow waits in the queue, or nothing happened. Only after this has
 * returned may the sender get a positive reply. A repetition stores nothing and adds an event to the first one.
 */
export async function acceptIncoming(services: ExchangeServices, message: IncomingMessage): Promise<Accepted> {
  const dedupeKey = await dedupeKeyOf(message);
  const accept = () => inTransaction(services.database, (tx) => acceptOnce(tx, message, dedupeKey));
  try {
    return await accept();
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
    return accept();
  }
}

async function acceptOnce(tx: Transaction, message: IncomingMessage, dedupeKey: string): Promise<Accepted> {
  const [first] = await noteRepetition(tx, [dedupeKey, message.origin]);
  if (first) return { ...first, mailMessageId: Number(first.mailMessageId), isDuplicate: true };
  const { organizationId, channel, sender, recipient, origin, subject, body, hispMessageId, parentId = null } = message;
  const { rows: attachments, written } = storeAttachments(tx, message.attachments);
  const workflowId = newId();
  const type = 'MessageReceiveWorkflow';
  const inserted = insertMessage(
    tx,
    {
      type: messageTypes.intake,
      status: messageStatuses.indexOf('Received'),
      mailTo: recipient,
      recipients: [],
      sender,
      origin,
      dedupeKey,
      subject,
      body,
      attachments,
    },
    [
      {
        id: workflowId,
        type,
        status: 'Pending',
        channel,
        direction: 'Inbound',
        organizationId,
        hispMessageId,
        correlationId: hispMessageId,
        command: { name: 'ReceiveMessage' },
        parentId,
        steps: initialSteps(type, ['Accept'], message.begunAt),
      },
    ],
    [{ eventType: 'Received', note: message.note ?? null }],
  );
  const enqueued = enqueue(tx, 'workflow.run', { workflowId }, { key: `workflow:${workflowId}`, isNew: true });
  const [mailMessageId] = await Promise.all([inserted, written, enqueued]);
  if (mailMessageId === undefined) throw new Repeated();
  return { mailMessageId, workflowId, hispMessageId, isDuplicate: false };
}

interface First {
  readonly mailMessageId: string;
  readonly workflowId: string;
  readonly hispMessageId: string;
}

const noteRepetition = statement<First & Record<string, unknown>>(
  'exchange-repetition',
  `with first as (select id, workflow_id, hisp_message_id from mail_messages where dedupe_key = $1),
   note as (insert into event_messages (mail_message_id, origin, event_type) select id, $2, 'Duplicate' from first)
   select id as "mailMessageId", workflow_id as "workflowId", hisp_message_id as "hispMessageId" from first`,
);

/** Identifies a repetition: its recipient, its Message-ID, and every byte of it. */
async function dedupeKeyOf({ hispMessageId, recipient, subject, body, attachments }: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  const texts = [hispMessageId, recipient.toLowerCase(), subject, body].map((text) => Buffer.from(text));
  for (const part of [...texts, ...attachments.map(({ bytes }) => bytes)]) hash.update(await digestOf(part));
  return hash.digest('base64url');
}

const pieceBytes = 128 * 1024;

/** Piece by piece: at once, the hash of the largest file would keep all other calls waiting. */
async function digestOf(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await nextIteration();
    hash.update(bytes.subarray(at, at + pieceBytes));
  }
  return hash.digest();
}
