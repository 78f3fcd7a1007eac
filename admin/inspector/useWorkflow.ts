import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import { useAnswer } from '../providers/useAnswer.ts';

const underWay: ReadonlySet<WorkflowDetail['status']> = new Set(['Pending', 'In Progress', 'Retrying']);

/** A workflow with its steps, asked for again while it is under way; nothing where there is none. */
export const useWorkflow = (id: string | undefined, type: WorkflowType) =>
  useAnswer(
    'inspector',
    'workflow',
    { params: { id: id ?? '' }, query: { type } },
    { enabled: id !== undefined && id !== '', keepPrevious: true, isUnderWay: ({ status }) => underWay.has(status) },
  );
