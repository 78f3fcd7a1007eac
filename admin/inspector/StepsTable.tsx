import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { WorkflowDetail, WorkflowStep } from '../../shared/contract/exchangeSchemas.ts';
import { durationText } from '../../shared/rules/duration.ts';
import { mayRetryStep } from '../../shared/rules/workflow.ts';
import { DateTime } from '../components/DateTime.tsx';
import { DetailGrid } from './DetailGrid.tsx';
import { metaText } from './metaText.ts';
import { RetryStepDialog } from './RetryStepDialog.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { usePagedRows } from './useDetailGrid.ts';
import { Word } from './Word.tsx';

/** The steps of a workflow (spec 1 section 3); each that is not Completed can be retried (spec 1 section 4). */
export const StepsTable = ({ workflow }: { workflow: WorkflowDetail }) => {
  const translate = useTranslate();
  const [retrying, setRetrying] = useState<string>();
  const answer = usePagedRows(workflow.steps);
  const word = (name: string, values = {}) => translate(`inspector.workflows.${name}`, values);
  const deed = ({ stepName, status }: WorkflowStep) =>
    mayRetryStep(status) && (
      <Button size="small" aria-label={word('retryStep', { step: stepName })} onClick={() => setRetrying(stepName)}>
        {word('retry')}
      </Button>
    );
  return (
    <Box sx={{ paddingTop: 1 }}>
      <DetailGrid<WorkflowStep>
        label={word('steps', { type: workflow.type })}
        answer={answer}
        none={word('none')}
        rowId={({ stepName }) => stepName}
        columns={[
          { name: 'step', label: word('step'), render: ({ stepName }) => <Word>{stepName}</Word> },
          { name: 'status', label: word('status'), render: (step) => <StepState step={step} /> },
          {
            name: 'start',
            label: word('start'),
            render: ({ startTime }) => (startTime ? <DateTime value={startTime} withSeconds /> : word('notStarted')),
          },
          {
            name: 'end',
            label: word('end'),
            render: ({ endTime }) => endTime && <DateTime value={endTime} withSeconds />,
          },
          {
            name: 'elapsed',
            label: word('elapsed'),
            align: 'right',
            render: ({ elapsed }) => (elapsed === null ? '' : durationText(elapsed)),
          },
          { name: 'attempts', label: word('attempts'), align: 'right', render: ({ attempts }) => attempts },
          { name: 'meta', label: word('meta'), render: (step) => <StepMeta step={step} /> },
        ]}
        actions={deed}
      />
      {retrying !== undefined && (
        <RetryStepDialog workflow={workflow} stepName={retrying} onClose={() => setRetrying(undefined)} />
      )}
    </Box>
  );
};

const StepState = ({ step }: { step: WorkflowStep }) => {
  const translate = useTranslate();
  return (
    <>
      <StatusChip status={step.status} />
      {step.nextAttemptAt && (
        <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
          {translate('inspector.workflows.next')} <DateTime value={step.nextAttemptAt} />
        </Box>
      )}
    </>
  );
};

const StepMeta = ({ step: { errorCode, error, meta } }: { step: WorkflowStep }) => (
  <>
    {error && <div>{error}</div>}
    {errorCode && <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{errorCode}</Box>}
    {metaText(meta)}
  </>
);
