import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import type { MessageRow } from './messageColumns.tsx';

const runningStatuses: ReadonlySet<WorkflowDetail['status']> = new Set(['Pending', 'In Progress', 'Retrying']);
const refetchMs = 2000;

/** A workflow with its steps, loaded again while it is running; no query without an id. */
const useWorkflow = (id: string | undefined, type: WorkflowType) => {
  const provider = useAppDataProvider();
  const input = { params: { id: id ?? '' }, query: { type } };
  return useQuery({
    queryKey: ['inspector', 'workflow', input],
    queryFn: ({ signal }) => provider.inspector.workflow(input, { signal }),
    enabled: id !== undefined && id !== '',
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && runningStatuses.has(data.status) ? refetchMs : false),
  });
};

/** The workflows of a message: the one that received or sends it and, of a received one, the one that processes its documents. */
export const useMessageWorkflows = ({ WorkflowId, WorkflowType: type }: MessageRow) => {
  // The OData set has the type as any text.
  const main = useWorkflow(WorkflowId, type as WorkflowType);
  // Copies of the message for other recipients are related as well.
  const related = main.data?.related.find(
    (link) => link.type === 'ProcessWorkflow' && link.mailMessageId === main.data.mailMessageId,
  );
  const isIntake = type === 'MessageReceiveWorkflow';
  const processing = useWorkflow(isIntake ? related?.id : undefined, 'ProcessWorkflow');
  const loaded = [main.data, isIntake ? processing.data : undefined];
  return { main, processing, workflows: loaded.filter((workflow) => workflow !== undefined) };
};
