import { useTranslate } from 'react-admin';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import type { MessageRow } from './messageRow.ts';
import { NotificationsTable } from './NotificationsTable.tsx';
import { Timeline } from './Timeline.tsx';
import { useMessageWorkflows } from './useMessageWorkflows.ts';
import { WorkflowSection } from './WorkflowSection.tsx';

/** The workflows of a message: the one that brought or sends it, and the one that processed its documents. */
export const WorkflowsTab = ({ message }: { message: MessageRow }) => {
  const translate = useTranslate();
  const { main, second, known } = useMessageWorkflows(message);
  const title = translate('inspector.workflows.failed');
  return (
    <>
      {main.error && <ErrorState error={main.error} title={title} onRetry={() => void main.refetch()} />}
      {!main.data && !main.error && <LoadingRows rows={5} />}
      {known.length > 0 && <Timeline workflows={known} />}
      {known.map((workflow) => (
        <WorkflowSection key={workflow.id} workflow={workflow} messageId={message.id} />
      ))}
      {second.error && <ErrorState error={second.error} title={title} onRetry={() => void second.refetch()} />}
      {known.length > 0 && <NotificationsTable notifications={known.flatMap(({ notifications }) => notifications)} />}
    </>
  );
};
