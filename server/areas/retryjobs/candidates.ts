import { type SQL, sql } from 'drizzle-orm';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import { mayDuplicate, stepErrors } from '../../../shared/rules/exchange.ts';
import { workflowFilterSql } from '../../exchange/workflowFilter.ts';

/** Workflows by their ids, or all that the grid's filters find now. */
export type Selection = { readonly workflowIds: readonly string[] } | { readonly filtering: readonly GridFilter[] };

const doubtful = Object.keys(stepErrors).filter(mayDuplicate);
const isDoubtful = sql`coalesce(w.error_code = any (${sql.param(doubtful)}::text[]), false)`;

/** Why a workflow is not retried, or what to know before it is; null where nothing speaks against it. */
export const reasonSql = sql`case
  when w.id is null then 'gone'
  when w.status = 'Completed' then 'completed'
  when w.status = 'Canceled' then 'canceled'
  when w.status in ('Pending', 'In Progress') then 'running'
  when ${isDoubtful} then 'may-duplicate' end`;

/** What failed, and what waits for its next attempt; what may have been delivered only where that is known to the caller. */
export const eligibleSql = (allowDuplicate: boolean): SQL =>
  sql`(coalesce(w.status in ('Failed', 'Retrying'), false) and (${allowDuplicate} or not ${isDoubtful}))`;

/** Rows `(workflow_id, mail_message_id, step_name, error_code, reason, is_eligible, place)`, the oldest workflow first. */
export function candidatesSql(selection: Selection, allowDuplicate: boolean): SQL {
  const columns = sql`coalesce(w.mail_message_id, 0) as mail_message_id, w.failed_step as step_name, w.error_code,
    ${reasonSql} as reason, ${eligibleSql(allowDuplicate)} as is_eligible,
    row_number() over (order by w.created_time nulls last, w.id) as place`;
  if ('filtering' in selection)
    return sql`select w.id as workflow_id, ${columns} from workflows w where ${workflowFilterSql(selection.filtering)}`;
  const ids = [...new Set(selection.workflowIds.map((id) => id.toLowerCase()))];
  return sql`select s.id as workflow_id, ${columns} from unnest(${sql.param(ids)}::uuid[]) s(id) left join workflows w on w.id = s.id`;
}
