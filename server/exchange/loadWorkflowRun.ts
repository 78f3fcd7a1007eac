import type { Transaction } from '../database/transaction.ts';
import { type WorkflowRun, newWorkflowRun, type DeliveryRow, type Step, type StoredAttachment } from './workflowRun.ts';
import { statement } from '../database/statement.ts';

type Loaded = Pick<
  WorkflowRun,
  | 'id'
  | 'type'
  | 'status'
  | 'channel'
  | 'direction'
  | 'organizationId'
  | 'hispMessageId'
  | 'correlationId'
  | 'command'
  | 'parentId'
  | 'failedStep'
  | 'errorCode'
  | 'version'
  | 'message'
> & {
  readonly seenVersion: number;
  readonly steps: Step[];
  readonly attachments: StoredAttachment[] | null;
  readonly deliveries: DeliveryRow[] | null;
};

const load = statement<Loaded & Record<string, unknown>>(
  'exchange-load',
  `select w.id, w.type, w.status, w.channel, w.direction, w.organization_id as "organizationId", w.hisp_message_id as "hispMessageId",
     w.correlation_id as "correlationId", w.command, w.parent_id as "parentId", w.failed_step as "failedStep", w.error_code as "errorCode",
     w.version, (select version from workflows where id = $1::uuid) as "seenVersion",
     json_build_object('id', m.id, 'sender', m.sender, 'mailTo', m.mail_to, 'origin', m.origin, 'subject', coalesce(c.subject, ''),
       'body', coalesce(c.body, ''), 'createdDate', m.created_date) as message,
     (select json_agg(json_build_object('ordinal', s.ordinal, 'stepName', s.step_name, 'status', s.status, 'startTime', s.start_time,
        'endTime', s.end_time, 'attempts', s.attempts, 'nextAttemptAt', s.next_attempt_at, 'errorCode', s.error_code, 'error', s.error,
        'meta', s.meta, 'history', s.history) order by s.ordinal) from workflow_steps s where s.workflow_id = w.id) as steps,
     (select json_agg(json_build_object('id', a.id, 'name', a.name, 'mimeType', a.mime_type, 'size', a.size, 'contentId', a.content_id,
        'previewStatus', a.preview_status, 'hasPdfContent', a.has_pdf_content, 'hasCdaContent', a.has_cda_content,
        'hasHl7Content', a.has_hl7_content, 'problem', a.problem, 'pageCount', a.page_count, 'documentType', a.document_type,
        'documentDate', a.document_date, 'patient', a.patient,
        'converted', (select json_build_object('name', v.document_name, 'mimeType', v.mime_type, 'size', v.document_size,
            'contentId', v.content_id) from conversions v
          where v.mail_attachment_id = a.id and v.kind = w.command->>'attachmentsAs' and v.content_id is not null)) order by a.id)
      from mail_attachments a where a.mail_message_id = m.id) as attachments,
     (select json_agg(json_build_object('recipient', d.recipient, 'route', d.route, 'status', d.status,
        'deliveredMailMessageId', d.delivered_mail_message_id, 'error', d.error) order by d.recipient)
      from deliveries d where d.mail_message_id = m.id) as deliveries
   from workflows w join mail_messages m on m.id = w.mail_message_id left join message_contents c on c.mail_message_id = m.id
   where w.id = $1::uuid for update of w`,
);

/**
 * Loads a workflow with its steps and locks its row until the transaction ends. After waiting for the lock the statement returns the new row
 * with the old steps, so it is repeated.
 */
export async function loadWorkflowRun(tx: Transaction, workflowId: string): Promise<WorkflowRun | undefined> {
  for (;;) {
    const [row] = await load(tx, [workflowId]);
    if (!row) return undefined;
    const { seenVersion, deliveries, attachments, ...columns } = row;
    if (seenVersion !== columns.version) continue;
    return newWorkflowRun({ ...columns, attachments: attachments ?? [], deliveries: deliveries ?? [] });
  }
}
