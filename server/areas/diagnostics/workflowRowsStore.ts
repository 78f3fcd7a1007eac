import { asc, eq, inArray } from 'drizzle-orm';
import type { WorkflowRow, WorkflowStep } from '../../../shared/contract/exchangeSchemas.ts';
import { mailAttachments, mailMessages } from '../../database/schema/exchange.ts';
import { workflows, workflowStepRows } from '../../database/schema/workflows.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';

/** The workflows of these ids in their order, each with its steps and what is known of its message; nothing of its content. */
export async function workflowRows(tx: Transaction, ids: readonly string[]): Promise<WorkflowRow[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ workflow: workflows, message: mailMessages, organizationName: organizations.name })
    .from(workflows)
    .innerJoin(mailMessages, eq(mailMessages.id, workflows.mailMessageId))
    .innerJoin(organizations, eq(organizations.id, workflows.organizationId))
    .where(inArray(workflows.id, [...ids]));
  const steps = await stepsOf(tx, ids);
  const attachments = await attachmentsOf(tx, [...new Set(found.map(({ message }) => message.id))]);
  const rows = new Map(found.map((row) => [row.workflow.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [answer(row, steps.get(id) ?? [], attachments.get(row.message.id) ?? [])] : [];
  });
}

type StepRow = typeof workflowStepRows.$inferSelect;
type AttachmentUpdate = WorkflowRow['mailMessage']['attachmentEvents'][number];

interface Found {
  readonly workflow: typeof workflows.$inferSelect;
  readonly message: typeof mailMessages.$inferSelect;
  readonly organizationName: string;
}

function answer(
  { workflow, message, organizationName }: Found,
  steps: StepRow[],
  attachments: AttachmentUpdate[],
): WorkflowRow {
  const duration = elapsed(workflow.createdTime, workflow.completedTime);
  return {
    id: workflow.id,
    // Only the engine writes these; the answer is checked against their lists on its way out.
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
    workflow: { steps: steps.map(stepAnswer), duration },
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

const stepAnswer = (step: StepRow): WorkflowStep => ({
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
  const facts = new Map<number, AttachmentUpdate[]>();
  for (const { mailMessageId, ...one } of rows) facts.set(mailMessageId, [...(facts.get(mailMessageId) ?? []), one]);
  return facts;
}
