import { newId } from '../../../server/database/newId.ts';
import type { Database } from '../../../server/database/openDatabase.ts';
import { asOwner } from '../../support/database/databases.ts';

export interface WorkflowDetails {
  readonly type?: string;
  readonly status?: string;
  readonly channel?: string;
  readonly direction?: string;
  readonly createdTime?: Date;
  readonly completedTime?: Date | null;
  readonly failedStep?: string | null;
  readonly errorCode?: string | null;
  /** Attempts of the step that failed. */
  readonly attempts?: number;
  readonly sender?: string;
}

/** A workflow with its message and one step, written as the engine would; gives back its id. */
export async function addWorkflow({ pool }: Pick<Database, 'pool'>, details: WorkflowDetails = {}): Promise<string> {
  const { type = 'MessageReceiveWorkflow', status = 'Completed', channel = 'Direct', direction = 'Inbound' } = details;
  const created = details.createdTime ?? new Date();
  const id = newId();
  await pool.query(
    `with message as (
       insert into mail_messages (organization_id, type, channel, sender, mail_to, origin, status, created_date, workflow_id, hisp_message_id)
       values ((select id from organizations order by org_id limit 1), $1, $2, $3, 'care@clinic.example', 'test', 9, $4, $5::uuid, $6)
       returning id, organization_id),
     workflow as (
       insert into workflows (id, type, status, channel, direction, organization_id, mail_message_id, hisp_message_id, correlation_id,
         command, created_time, completed_time, failed_step, error_code)
       select $5::uuid, $7, $8, $2, $9, organization_id, id, $6, 'test', '{}', $4, $10, $11, $12 from message)
     insert into workflow_steps (workflow_id, ordinal, step_name, status, start_time, end_time, attempts)
     values ($5::uuid, 0, 'Accept', $13, $4, $4, $14)`,
    [
      direction === 'Inbound' ? 1 : 2,
      channel,
      details.sender ?? 'ann@partner.example',
      created,
      id,
      `<${id}@partner.example>`,
      type,
      status,
      direction,
      details.completedTime ?? (status === 'Completed' ? created : null),
      details.failedStep ?? null,
      details.errorCode ?? null,
      status === 'Failed' ? 'Failed' : 'Completed',
      details.attempts ?? 1,
    ],
  );
  return id;
}

/** Takes the history of the demo data away, so that a test counts its own. */
export async function withoutHistory(database: Pick<Database, 'owner'>): Promise<void> {
  await asOwner(database, 'truncate mail_messages, workflows, mail_attachments, conversions, system_alerts cascade');
}
