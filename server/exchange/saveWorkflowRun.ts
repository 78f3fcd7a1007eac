import { messageStatuses } from '../../shared/rules/message.ts';
import { messageTypes } from '../../shared/rules/exchange.ts';
import type { Transaction } from '../database/transaction.ts';
import type { AttachmentUpdate, WorkflowRun } from './workflowRun.ts';
import { insertMessage, insertWorkflow, stepsFrom } from './messageRows.ts';
import { statement } from '../database/statement.ts';

const save = statement<{ isHeld: boolean }>(
  'exchange-save',
  `with flow as (
     update workflows set status = $2, failed_step = $3, error_code = $4, version = version + 1,
       completed_time = case when $2 in ('Completed', 'Failed', 'Canceled') then clock_timestamp() end
     where id = $1::uuid and version = $5::int returning mail_message_id),
   steps as (
     update workflow_steps w set status = s.status, start_time = s."startTime", end_time = s."endTime", attempts = s.attempts,
       next_attempt_at = s."nextAttemptAt", error_code = s."errorCode", error = s.error, meta = s.meta, history = s.history
     from ${stepsFrom('$6')}, flow where w.workflow_id = $1::uuid and w.ordinal = s.ordinal),
   message as (update mail_messages m set status = $7::int from flow f where $7::int is not null and m.id = f.mail_message_id),
   notes as (
     insert into event_messages (mail_message_id, origin, event_type, note, system_received_date)
     select f.mail_message_id, $8, e."eventType", e.note, clock_timestamp()
     from flow f, jsonb_to_recordset($9::jsonb) as e("eventType" text, note text)),
   sendings as (
     update deliveries d set route = r.route, status = r.status, delivered_mail_message_id = r."deliveredMailMessageId", error = r.error,
       at = case when r.status = d.status then d.at else clock_timestamp() end
     from flow f, jsonb_to_recordset($10::jsonb) as r(recipient text, route text, status text, "deliveredMailMessageId" bigint, error text)
     where d.mail_message_id = f.mail_message_id and d.recipient = r.recipient),
   documents as (
     update mail_attachments a set mime_type = coalesce(n."mimeType", a.mime_type), preview_status = coalesce(n."previewStatus", a.preview_status),
       has_pdf_content = coalesce(n."hasPdfContent", a.has_pdf_content), has_cda_content = coalesce(n."hasCdaContent", a.has_cda_content),
       has_hl7_content = coalesce(n."hasHl7Content", a.has_hl7_content), problem = coalesce(n.problem, a.problem),
       page_count = coalesce(n."pageCount", a.page_count), document_type = coalesce(n."documentType", a.document_type),
       document_date = coalesce(n."documentDate", a.document_date), patient = coalesce(nullif(n.patient, 'null'::jsonb), a.patient)
     from flow f, jsonb_to_recordset($11::jsonb) as n("contentId" uuid, "mimeType" text, "previewStatus" text, "hasPdfContent" boolean,
       "hasCdaContent" boolean, "hasHl7Content" boolean, problem text, "pageCount" int, "documentType" text, "documentDate" text, patient jsonb)
     where a.mail_message_id = f.mail_message_id and a.content_id = n."contentId")
   select exists (select from flow) as "isHeld", case when $12::boolean then null else set_config('synchronous_commit', 'off', true) end`,
);

/** Writes the changes of a workflow since it was loaded. */
export async function saveWorkflowRun(tx: Transaction, run: WorkflowRun): Promise<void> {
  const [saved] = await save(tx, [
    run.id,
    run.status,
    run.failedStep,
    run.errorCode,
    run.version,
    JSON.stringify(run.steps),
    run.messageStatus,
    run.message.origin,
    JSON.stringify(run.events),
    JSON.stringify(run.deliveries),
    JSON.stringify([...updatesByDocument(run).values()]),
    // Steps without external effects are repeated after a power failure, from the state on the disk.
    run.isOutside,
  ]);
  if (!saved?.isHeld) throw new Error('The workflow changed while its row was held.');
}

/** Changes of several steps to one document are written once. */
function updatesByDocument({ updates }: WorkflowRun): ReadonlyMap<string, AttachmentUpdate> {
  const merged = new Map<string, AttachmentUpdate>();
  for (const update of updates) merged.set(update.contentId, { ...merged.get(update.contentId), ...update });
  return merged;
}

/** Stores a message that has come from a sender on this server, with the workflow that receives it and what has followed from that. */
export async function insertArrival(
  tx: Transaction,
  run: WorkflowRun,
  followers: readonly WorkflowRun[],
): Promise<void> {
  const { message, events } = run;
  const changes = updatesByDocument(run);
  const attachments = run.attachments.map((row) => ({ ...row, ...changes.get(row.contentId) }));
  const { sender, mailTo, origin, subject, body } = message;
  const status = run.messageStatus ?? messageStatuses.indexOf('Received');
  const id = await insertMessage(
    tx,
    {
      type: messageTypes.intake,
      sender,
      mailTo,
      origin,
      status,
      subject,
      body,
      attachments,
      dedupeKey: null,
      recipients: [],
    },
    [run, ...followers],
    events,
  );
  if (id === undefined) throw new Error('A message without a dedupe key was taken for a repetition.');
  message.id = id;
}

/** Stores a workflow that follows from another one over the same message. */
export const insertFollower = (tx: Transaction, run: WorkflowRun): Promise<void> =>
  insertWorkflow(tx, run.message.id, run);
