import type { Direction } from '../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import type { Transaction } from '../database/transaction.ts';
import { statement } from '../database/statement.ts';

/** A step as it is written; times as ISO texts, so that it travels as JSON. */
export interface StepRow {
  readonly ordinal: number;
  readonly stepName: string;
  readonly status: string;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly errorCode: string | null;
  readonly error: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly history: readonly unknown[];
}

export interface EventRow {
  readonly eventType: string;
  /** Codes, addresses and counts; nothing of patients. */
  readonly note: string | null;
}

export interface WorkflowRow {
  readonly id: string;
  readonly type: WorkflowType;
  readonly status: string;
  readonly channel: string;
  readonly direction: Direction;
  readonly organizationId: string;
  readonly hispMessageId: string;
  readonly correlationId: string;
  readonly command: Readonly<Record<string, unknown>>;
  readonly parentId: string | null;
  /** Of one that failed, or is tried again, before it was stored. */
  readonly failedStep?: string | null;
  readonly errorCode?: string | null;
  readonly steps: readonly StepRow[];
}

export interface AttachmentRow {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly contentId: string;
  readonly previewStatus: string;
  readonly hasPdfContent: boolean;
  readonly hasCdaContent: boolean;
  readonly hasHl7Content: boolean;
  readonly problem: string | null;
  /** Known before it is stored where processing went on at once. */
  readonly pageCount?: number | null;
  readonly documentType?: string | null;
  readonly documentDate?: string | null;
  readonly patient?: unknown;
}

export interface MessageRow {
  readonly type: number;
  readonly sender: string;
  readonly mailTo: string;
  readonly origin: string;
  readonly status: number;
  readonly dedupeKey: string | null;
  readonly subject: string;
  readonly body: string;
  readonly attachments: readonly AttachmentRow[];
  readonly recipients: readonly string[];
}

const stepColumns = `"workflowId" uuid, ordinal int, "stepName" text, status text, "startTime" timestamptz, "endTime" timestamptz, attempts int,
  "nextAttemptAt" timestamptz, "errorCode" text, error text, meta jsonb, history jsonb`;

/** Reads steps from the JSON list of a parameter, for statements that write them. */
export const stepsFrom = (parameter: string) => `jsonb_to_recordset(${parameter}::jsonb) as s(${stepColumns})`;

const insertSteps = (
  workflow: string,
  parameter: string,
) => `insert into workflow_steps (workflow_id, ordinal, step_name, status,
    start_time, end_time, attempts, next_attempt_at, error_code, error, meta, history)
  select ${workflow}, s.ordinal, s."stepName", s.status, s."startTime", s."endTime", s.attempts, s."nextAttemptAt", s."errorCode",
    s.error, s.meta, s.history from ${stepsFrom(parameter)}`;

const isOver = `'Completed', 'Failed', 'Canceled'`;

/** One statement for all rows of a message: at 150 a second each way to the database counts. */
const insertAll = statement<{ id: string }>(
  'exchange-message',
  `with message as (
     insert into mail_messages (organization_id, type, channel, sender, mail_to, origin, status, system_received_date, workflow_id,
       hisp_message_id, dedupe_key, size, attachment_count)
     values ($1::uuid, $2::int, $3, $4, $5, $6, $7::int, case when $2::int = 1 then clock_timestamp() end, $8::uuid, $9, $10, $11::int, $12::int)
     on conflict (dedupe_key) where dedupe_key is not null do nothing returning id),
   words as (insert into message_contents (mail_message_id, subject, body) select id, $13, $14 from message),
   documents as (
     insert into mail_attachments (mail_message_id, name, mime_type, size, content_id, preview_status, has_pdf_content, has_cda_content,
       has_hl7_content, problem, page_count, document_type, document_date, patient)
     select m.id, a.name, a."mimeType", a.size, a."contentId", a."previewStatus", a."hasPdfContent", a."hasCdaContent", a."hasHl7Content",
       a.problem, a."pageCount", a."documentType", a."documentDate", nullif(a.patient, 'null'::jsonb)
     from message m, rows from (jsonb_to_recordset($15::jsonb) as (name text, "mimeType" text, size int, "contentId" uuid, "previewStatus" text,
       "hasPdfContent" boolean, "hasCdaContent" boolean, "hasHl7Content" boolean, problem text, "pageCount" int, "documentType" text,
       "documentDate" text, patient jsonb)) with ordinality as a
     order by a.ordinality),
   flows as (
     insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id, command,
       parent_id, failed_step, error_code, completed_time)
     select f.id, f.type, f.status, $3, $16, $1::uuid, m.id, $9, $17, f.command, f."parentId", f."failedStep", f."errorCode",
       case when f.status in (${isOver}) then clock_timestamp() end
     from message m, jsonb_to_recordset($18::jsonb) as f(id uuid, type text, status text, command jsonb, "parentId" uuid,
       "failedStep" text, "errorCode" text)),
   steps as (${insertSteps('s."workflowId"', '$19')}, message m),
   notes as (
     insert into event_messages (mail_message_id, origin, event_type, note, system_received_date)
     select m.id, $6, e."eventType", e.note, clock_timestamp()
     from message m, jsonb_to_recordset($20::jsonb) as e("eventType" text, note text)),
   sendings as (
     insert into deliveries (mail_message_id, recipient) select m.id, r from message m, jsonb_array_elements_text($21::jsonb) r)
   select id from message`,
);

/**
 * Writes a message with its workflow, and those that have followed from that already; the new MailMessageId, or undefined where its dedupe
 * key is taken.
 */
export async function insertMessage(
  tx: Transaction,
  message: MessageRow,
  [workflow, ...followers]: readonly [WorkflowRow, ...WorkflowRow[]],
  events: readonly EventRow[],
): Promise<number | undefined> {
  const flows = [workflow, ...followers];
  const size = message.attachments.reduce((sum, { size: bytes }) => sum + bytes, Buffer.byteLength(message.body));
  const [inserted] = await insertAll(tx, [
    workflow.organizationId,
    message.type,
    workflow.channel,
    message.sender,
    message.mailTo,
    message.origin,
    message.status,
    workflow.id,
    workflow.hispMessageId,
    message.dedupeKey,
    size,
    message.attachments.length,
    message.subject,
    message.body,
    JSON.stringify(message.attachments),
    workflow.direction,
    workflow.correlationId,
    JSON.stringify(flows.map(workflowColumns)),
    JSON.stringify(flows.flatMap(({ id, steps }) => steps.map((step) => ({ ...step, workflowId: id })))),
    JSON.stringify(events),
    JSON.stringify(message.recipients),
  ]);
  return inserted && Number(inserted.id);
}

const workflowColumns = ({ id, type, status, command, parentId, failedStep, errorCode }: WorkflowRow) => ({
  id,
  type,
  status,
  command,
  parentId,
  failedStep,
  errorCode,
});

const insertFlow = statement(
  'exchange-workflow',
  `with flow as (
     insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id, command,
       parent_id, failed_step, error_code, completed_time)
     values ($1::uuid, $2, $3, $4, $5, $6::uuid, $7::bigint, $8, $9, $10::jsonb, $11::uuid, $13, $14,
       case when $3 in (${isOver}) then clock_timestamp() end) returning id)
   ${insertSteps('f.id', '$12')}, flow f`,
);

/** Writes a further workflow of a message that is there already. */
export async function insertWorkflow(tx: Transaction, mailMessageId: number, workflow: WorkflowRow): Promise<void> {
  await insertFlow(tx, [
    workflow.id,
    workflow.type,
    workflow.status,
    workflow.channel,
    workflow.direction,
    workflow.organizationId,
    mailMessageId,
    workflow.hispMessageId,
    workflow.correlationId,
    JSON.stringify(workflow.command),
    workflow.parentId,
    JSON.stringify(workflow.steps),
    workflow.failedStep ?? null,
    workflow.errorCode ?? null,
  ]);
}
