import { useListColumns } from '../../components/list/useListColumns.ts';
import { workflowColumns } from './workflowColumns.tsx';

/** Which columns the grid of workflows shows; one choice for all places it stands in. */
export const useWorkflowColumns = () =>
  useListColumns({
    key: 'workflows.columns',
    offered: workflowColumns,
    always: 'mailMessageId',
    labels: 'workflows.columns',
  });
export type WorkflowColumns = ReturnType<typeof useWorkflowColumns>;
