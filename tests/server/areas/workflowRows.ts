import { newId } from '../../../server/database/newId.ts';
import type { Database } from '../../../server/database/openDatabase.ts';
import { workflowSteps } from '../../../shared/rules/exchange.ts';
import type { WorkflowType } from '../../../shared/rules/workflow.ts';
import { addMessages, anyOrganization } from '../odata/messageRows.ts';

export interface WorkflowRow {
  readonly type?: WorkflowType;
  readonly status?: string;
  readonly failedStep?: string | null;
  readonly errorCode?: string | null;
  readonly channel?: string;
  readonly createdTime?: string;
  readonly hispMessageId?: string;
  readonly parentId?: string;
  readonly organizationId?: string;
}

/** A workflow over a message of its own, with its steps: those before the failed one are Completed. */
export async function addWorkflow(database: Pick<Database, 'pool'>, row: WorkflowRow = {}): Promise<string> {
  const { type = 'ProcessWorkflow', status = 'Failed', errorCode = 'internal' } = row;
  const steps: readonly string[] = workflowSteps[type];
  const failedStep = row.failedStep === undefined ? (steps[0] ?? '') : row.failedStep;
  const organization = row.organizationId ?? (await anyOrganization(database));
  const [message] = await addMessages(database, [{ organizationId: organization, status: 12 }]);
  const id = newId();
  const isOver = status === 'Completed' || status === 'Failed';
  await database.pool.query(
    `insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id,
       command, created_time, completed_time, parent_id, failed_step, error_code)
     values ($1, $2, $3, $4, 'Inbound', $5, $6, $7, $8, '{}', $9, $10, $11, $12, $13)`,
    [
      id,
      type,
      status,
      row.channel ?? 'Direct',
      organization,
      message,
      row.hispMessageId ?? `<${id}@test.example>`,
      id,
      row.createdTime ?? '2026-08-21T06:00:00Z',
      isOver ? '2026-08-21T06:00:05Z' : null,
      row.parentId ?? null,
      status === 'Failed' || status === 'Retrying' ? failedStep : null,
      status === 'Failed' || status === 'Retrying' ? errorCode : null,
    ],
  );
  const at = status === 'Completed' ? steps.length : Math.max(0, steps.indexOf(failedStep ?? ''));
  for (const [ordinal, stepName] of steps.entries()) {
    const stands = ordinal < at ? 'Completed' : ordinal === at ? status : 'Pending';
    await database.pool.query(
      `insert into workflow_steps (workflow_id, ordinal, step_name, status, attempts, error_code) values ($1, $2, $3, $4, $5, $6)`,
      [id, ordinal, stepName, stands, ordinal <= at ? 1 : 0, stands === 'Failed' ? errorCode : null],
    );
  }
  return id;
}
