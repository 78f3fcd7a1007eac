import { asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WorkflowRow, WorkflowStep } from '../../../shared/contract/exchangeSchemas.ts';
import { mailAttachments, mailMessages } from '../../database/schema/exchange.ts';
import { workflows, workflowStepRows } from '../../database/schema/workflows.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { workflowDuration } from '../../exchange/workflowFilter.ts';
import type { Transaction } from '../../database/transaction.ts';

/** As `workflowDuration` names it. */
const w = alias(workflows, 'w');

/** The workflows of these ids in their order, each with its steps and what is known of its message; nothing of its content. */
export async function workflowRows(tx: Transaction, ids: readonly string[]): Promise<WorkflowRow[]> {
  if (ids.length === 0) return [];
  const records = await tx
    .select({ workflow: w, duration: workflowDuration, message: mailMessages, organizationName: organizations.name })
    .from(w)
    .innerJoin(mailMessages, eq(mailMessages.id, w.mailMessageId))
    .innerJoin(organizations, eq(organizations.id, w.organizationId))
    .where(inArray(w.id, [...ids]));
  const steps = await stepsOf(tx, ids);
  const attachments = await attachmentsOf(tx, [...new Set(records.map(({ message }) => message.id))]);
  const byId = new Map(records.map((row) => [row.workflow.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [rowOf(row, steps.get(id) ?? [], attachments.get(row.message.id) ?? [])] : [];
  });
}

type StepRow = typeof workflowStepRows.$inferSelect;
type AttachmentUpdate = WorkflowRow['mailMessage']['attachmentEvents'][number];

interface WorkflowRecord {
  readonly workflow: typeof workflows.$inferSelect;
  readonly duration: number | null;
  readonly message: typeof mailMessages.$inferSelect;
  readonly organizationName: string;
}

function rowOf(
  { workflow, duration, message, organizationName }: WorkflowRecord,
  steps: StepRow[],
  attachments: AttachmentUpdate[],
): WorkflowRow {
  return {
    id: workflow.id,
    // Only the engine writes these; the response is checked against their lists.
    type: workflow.type as WorkflowRow['type'],
    status: workflow.status as WorkflowRow['status'],
    channel: workflow.channel as WorkflowRow['channel'],
    direction: workflow.direction as WorkflowRow['direction'],
    createdTime: workflow.createdTime.toISOString(),
    completedTime: iso(workflow.completedTime),
    duration,
    hispMessageId: workflow.hispMessageId,
    organizationId: workflow.organizationId,
    organizationName,
    failedStep: workflow.failedStep,
    errorCode: workflow.errorCode,
    workflow: { steps: steps.map(stepOf), duration },
    mailMessage: {
      mailMessageId: message.id,
      tenantId: message.organizationId,
      sender: message.sender,
      mailTo: message.mailTo,
      origin: message.origin,
      attachmentEvents: attachments,
    },
  };
}

const stepOf = (step: StepRow): WorkflowStep => ({
  stepName: step.stepName,
  status: step.status as WorkflowStep['status'],
  startTime: iso(step.startTime),
  endTime: iso(step.endTime),
  elapsed: elapsed(step.startTime, step.endTime),
  meta: step.meta,
  attempts: step.attempts,
  nextAttemptAt: iso(step.nextAttemptAt),
  errorCode: step.errorCode,
  error: step.error,
  history: step.history.map((attempt) => ({ ...attempt })),
});

const iso = (at: Date | null) => at?.toISOString() ?? null;
const elapsed = (start: Date | null, end: Date | null) => (start && end ? end.getTime() - start.getTime() : null);

async function stepsOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, StepRow[]>> {
  const rows = await tx
    .select()
    .from(workflowStepRows)
    .where(inArray(workflowStepRows.workflowId, [...ids]))
    .orderBy(asc(workflowStepRows.workflowId), asc(workflowStepRows.ordinal));
  return Map.groupBy(rows, ({ workflowId }) => workflowId);
}

async function attachmentsOf(tx: Transaction, ids: readonly number[]): Promise<Map<number, AttachmentUpdate[]>> {
  const rows = await tx
    .select({
      mailMessageId: mailAttachments.mailMessageId,
      mailAttachmentId: mailAttachments.id,
      mimeType: mailAttachments.mimeType,
      size: mailAttachments.size,
      previewStatus: mailAttachments.previewStatus,
      hasPdfContent: mailAttachments.hasPdfContent,
      hasCDAContent: mailAttachments.hasCdaContent,
      hasHl7Content: mailAttachments.hasHl7Content,
    })
    .from(mailAttachments)
    .where(inArray(mailAttachments.mailMessageId, [...ids]))
    .orderBy(asc(mailAttachments.mailMessageId), asc(mailAttachments.id));
  const updates = new Map<number, AttachmentUpdate[]>();
  for (const { mailMessageId, ...one } of rows)
    updates.set(mailMessageId, [...(updates.get(mailMessageId) ?? []), one]);
  return updates;
}
