import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { WorkflowDetail, WorkflowStep } from '../../../shared/contract/exchangeSchemas.ts';
import { auditEntries } from '../../database/schema/records.ts';
import { deliveries } from '../../database/schema/exchange.ts';
import { notifications, workflowStepRows, workflows } from '../../database/schema/workflows.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';

/** Maximum numbers of related workflows and retries in a response. */
const maxRelated = 50;
const maxRetries = 100;

type Workflow = typeof workflows.$inferSelect;

/** A workflow with all that the inspector shows of it; undefined where there is none. */
export async function workflowDetailOf(tx: Transaction, id: string): Promise<WorkflowDetail | undefined> {
  const [record] = await tx
    .select({ workflow: workflows, organizationName: organizations.name })
    .from(workflows)
    .innerJoin(organizations, eq(organizations.id, workflows.organizationId))
    .where(eq(workflows.id, id));
  if (!record) return undefined;
  const { workflow, organizationName } = record;
  const { id: workflowId, type, status, channel, direction, createdTime, completedTime, ...columns } = workflow;
  return {
    id: workflowId,
    type: type as WorkflowDetail['type'],
    status: status as WorkflowDetail['status'],
    channel: channel as WorkflowDetail['channel'],
    direction: direction as WorkflowDetail['direction'],
    organizationId: columns.organizationId,
    organizationName,
    mailMessageId: columns.mailMessageId,
    hispMessageId: columns.hispMessageId,
    createdTime: createdTime.toISOString(),
    completedTime: iso(completedTime),
    command: columns.command,
    correlationId: columns.correlationId,
    steps: await stepsOf(tx, id),
    notifications: await notificationsOf(tx, id),
    deliveries: type === 'MessageSendWorkflow' ? await deliveriesOf(tx, columns.mailMessageId) : [],
    related: await relatedOf(tx, workflow),
    retries: await retriesOf(tx, id),
    version: columns.version,
  };
}

/** Type and version of a workflow that is about to change; held until then. */
export async function lockWorkflow(
  tx: Transaction,
  id: string,
): Promise<{ type: string; version: number } | undefined> {
  const [record] = await tx
    .select({ type: workflows.type, version: workflows.version })
    .from(workflows)
    .where(eq(workflows.id, id))
    .for('update');
  return record;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const between = (from: Date | null, to: Date | null): number | null =>
  from && to ? to.getTime() - from.getTime() : null;

async function stepsOf(tx: Transaction, id: string): Promise<WorkflowStep[]> {
  const rows = await tx
    .select()
    .from(workflowStepRows)
    .where(eq(workflowStepRows.workflowId, id))
    .orderBy(asc(workflowStepRows.ordinal));
  return rows.map(({ workflowId: _workflow, ordinal: _ordinal, startTime, endTime, nextAttemptAt, ...step }) => ({
    ...step,
    status: step.status as WorkflowStep['status'],
    startTime: iso(startTime),
    endTime: iso(endTime),
    elapsed: between(startTime, endTime),
    nextAttemptAt: iso(nextAttemptAt),
    history: [...step.history],
  }));
}

async function notificationsOf(tx: Transaction, id: string): Promise<WorkflowDetail['notifications']> {
  const rows = await tx
    .select()
    .from(notifications)
    .where(eq(notifications.workflowId, id))
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
    .limit(maxRetries);
  return rows.map(({ workflowId: _workflow, webhookId: _webhook, createdAt, completedAt, ...notification }) => ({
    ...notification,
    createdAt: createdAt.toISOString(),
    completedAt: iso(completedAt),
    duration: between(createdAt, completedAt),
  }));
}

async function deliveriesOf(tx: Transaction, mailMessageId: number): Promise<WorkflowDetail['deliveries']> {
  const rows = await tx
    .select()
    .from(deliveries)
    .where(eq(deliveries.mailMessageId, mailMessageId))
    .orderBy(asc(deliveries.recipient));
  return rows.map(({ mailMessageId: _message, at, ...delivery }) => ({
    ...delivery,
    route: delivery.route as WorkflowDetail['deliveries'][number]['route'],
    status: delivery.status as WorkflowDetail['deliveries'][number]['status'],
    at: iso(at),
  }));
}

/** Its parent, what followed from it, and what else happened to the same message, here or at another organization. */
async function relatedOf(
  tx: Transaction,
  { id, parentId, hispMessageId, mailMessageId }: Workflow,
): Promise<WorkflowDetail['related']> {
  const rows = await tx
    .select({
      id: workflows.id,
      type: workflows.type,
      status: workflows.status,
      mailMessageId: workflows.mailMessageId,
      parentId: workflows.parentId,
    })
    .from(workflows)
    .where(
      and(
        ne(workflows.id, id),
        or(
          eq(workflows.parentId, id),
          eq(workflows.hispMessageId, hispMessageId),
          eq(workflows.mailMessageId, mailMessageId),
          ...(parentId === null ? [] : [eq(workflows.id, parentId)]),
        ),
      ),
    )
    .orderBy(asc(workflows.createdTime), asc(workflows.id))
    .limit(maxRelated);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as WorkflowDetail['type'],
    status: row.status as WorkflowDetail['status'],
    mailMessageId: row.mailMessageId,
    relation: row.id === parentId ? 'parent' : row.parentId === id ? 'child' : 'same message',
  }));
}

/** Retries by people, as the audit trail knows them. */
async function retriesOf(tx: Transaction, id: string): Promise<WorkflowDetail['retries']> {
  const rows = await tx
    .select({
      at: auditEntries.at,
      by: auditEntries.actorName,
      stepName: sql<string>`coalesce(changes -> 'stepName' ->> 'after', changes -> 'retryStep' ->> 'after', '')`,
      reason: auditEntries.reason,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.targetId, id),
        eq(auditEntries.targetType, 'workflow'),
        eq(auditEntries.action, 'inspector.retryStep'),
        eq(auditEntries.outcome, 'Success'),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(maxRetries);
  return rows.map(({ at, ...retry }) => ({ ...retry, at: at.toISOString() }));
}
