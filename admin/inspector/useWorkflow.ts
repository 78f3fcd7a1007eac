import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

const runningStatuses: ReadonlySet<WorkflowDetail['status']> = new Set(['Pending', 'In Progress', 'Retrying']);
const refetchMs = 2000;

/** A workflow with its steps, loaded again while it is running; no query without an id. */
export const useWorkflow = (id: string | undefined, type: WorkflowType) => {
  const provider = useAppDataProvider();
  const input = { params: { id: id ?? '' }, query: { type } };
  return useQuery({
    queryKey: ['inspector', 'workflow', input],
    queryFn: ({ signal }) => provider.call('inspector', 'workflow', input, { signal }),
    enabled: id !== undefined && id !== '',
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && runningStatuses.has(data.status) ? refetchMs : false),
  });
};
