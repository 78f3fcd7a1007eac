import { statement } from '../database/statement.ts';
import type { ExchangeServices } from './exchangeServices.ts';
import { previewStatusOf } from './previewStatus.ts';
import type { Preprocessed, Prepared } from './stepResult.ts';
import { type DocumentBytes, examine } from './steps/processDocuments.ts';

/** Larger ones take their time, and are read when the message has arrived. */
const maxBytes = 262_144;

/**
 * Small documents of a message that arrives here are read before its transaction begins: receiving and processing are then written with
 * the arrival, once, instead of in a second transaction that changes it all. Only for a workflow's first attempt, so that one that was cut
 * off goes step by step; and not where a preview has to be made, which is stored with an existing attachment.
 */
export async function preprocess(services: ExchangeServices, workflowId: string): Promise<Preprocessed | undefined> {
  const startTime = new Date().toISOString();
  const documents = await smallDocuments(services.database.db, [workflowId, maxBytes]);
  if (documents.length === 0 || (await anyNeedsPreview(services, documents))) return undefined;
  return {
    startTime,
    contentIds: new Set(documents.map(({ contentId }) => contentId)),
    prepared: (await examine(services, documents)).map(readAhead),
  };
}

/** Its step comes after those of arriving, so it has a time after theirs; how long the reading took stands in its details. */
const readAhead = (read: Prepared): Prepared => ({
  stepName: read.stepName,
  apply: async (parts, run) => {
    const result = await read.apply(parts, run);
    if (result.kind !== 'done' && result.kind !== 'failed') return result;
    const readAheadMs = Date.parse(read.endTime ?? '') - Date.parse(read.startTime ?? '');
    return { ...result, meta: { ...result.meta, readAheadMs } };
  },
});

async function anyNeedsPreview({ documents }: ExchangeServices, all: readonly DocumentBytes[]): Promise<boolean> {
  for (const { bytes, name } of all) {
    if (previewStatusOf(await documents.identify(bytes, name)) === 'Processing') return true;
  }
  return false;
}

const smallDocuments = statement<DocumentBytes & { [column: string]: unknown }>(
  'exchange-preprocess',
  `select distinct on (a.content_id) a.content_id as "contentId", a.name, c.bytes
   from workflows w join mail_attachments a on a.mail_message_id = w.mail_message_id join document_contents c on c.id = a.content_id
   where w.id = $1::uuid and w.status = 'Pending' and w.version = 1
     and (select sum(s.size) from mail_attachments s where s.mail_message_id = w.mail_message_id) <= $2::int
     and (w.type = 'MessageReceiveWorkflow' or w.type = 'MessageSendWorkflow' and w.command ->> 'attachmentsAs' = 'Original'
       and (select count(*) = 1 and bool_and(exists (
              select from document_sources r where r.type = 'DirectMessaging' and r.address = d.recipient))
            from deliveries d where d.mail_message_id = w.mail_message_id))`,
);
