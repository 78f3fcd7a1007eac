import type { WorkflowDetail } from '../../shared/contract/exchangeSchemas.ts';
import type { WorkflowType } from '../../shared/rules/workflow.ts';
import type { MessageRow } from './messageRow.ts';
import { useWorkflow } from './useWorkflow.ts';

/** The workflows of a message: the one that brought or sends it and, of one that came in, the one that processes its documents. */
export const useMessageWorkflows = ({ WorkflowId, WorkflowType: type }: MessageRow) => {
  // What the set calls the type of a workflow is one of the types there are.
  const main = useWorkflow(WorkflowId, type as WorkflowType);
  // Copies of the message for other recipients are related as well.
  const processing = main.data?.related.find(
    (link) => link.type === 'ProcessWorkflow' && link.mailMessageId === main.data.mailMessageId,
  );
  const isIntake = type === 'MessageReceiveWorkflow';
  const second = useWorkflow(isIntake ? processing?.id : undefined, 'ProcessWorkflow');
  return {
    main,
    second,
    known: [main.data, isIntake ? second.data : undefined].filter((one): one is WorkflowDetail => one !== undefined),
  };
};
