import Box from '@mui/material/Box';
import { DataTable, useTranslate } from 'react-admin';
import type { WorkflowDetail, WorkflowStep } from '../../shared/contract/exchangeSchemas.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { mayRetryStep } from '../../shared/rules/workflow.ts';
import { DialogButton } from '../components/actions.tsx';
import { DateTime, DateTimeField } from '../components/DateTime.tsx';
import { DurationField } from '../components/Duration.tsx';
import { actionsColumn } from '../components/ListTable.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { RetryStepDialog } from './RetryStepDialog.tsx';

type StepRow = WorkflowStep & { readonly id: string };

const label = (name: string) => `inspector.workflows.${name}`;
const secondaryText = { color: 'text.secondary', fontSize: 12 };

/** The steps of a workflow (spec 1 section 3); each that is not Completed can be retried (spec 1 section 4). */
export const StepsTable = ({ workflow }: { workflow: WorkflowDetail }) => {
  const translate = useTranslate();
  const rows: StepRow[] = workflow.steps.map((step) => ({ ...step, id: step.stepName }));
  return (
    <Box sx={{ paddingTop: 1 }}>
      <LocalList resource="workflowsteps" rows={rows} perPage={detailGridPageSize} empty={label('none')}>
        <RelatedTable label={translate(label('steps'), { type: workflow.type })}>
          <DataTable.Col source="stepName" label={label('step')} cellSx={() => ({ whiteSpace: 'nowrap' })} />
          <DataTable.Col<StepRow>
            source="status"
            label={label('status')}
            render={(step) => <StepStatus step={step} />}
          />
          <DataTable.Col source="startTime" label={label('start')}>
            <DateTimeField source="startTime" withSeconds emptyText={label('notStarted')} />
          </DataTable.Col>
          <DataTable.Col source="endTime" label={label('end')}>
            <DateTimeField source="endTime" withSeconds />
          </DataTable.Col>
          <DataTable.Col source="elapsed" label={label('elapsed')} align="right" field={DurationField} />
          <DataTable.Col source="attempts" label={label('attempts')} align="right" />
          <DataTable.Col<StepRow> source="meta" label={label('meta')} render={(step) => <StepMeta step={step} />} />
          <DataTable.Col<StepRow>
            source={actionsColumn}
            label="components.table.actions"
            render={({ stepName, status }) =>
              mayRetryStep(status) && (
                <DialogButton
                  label={label('retry')}
                  size="small"
                  aria-label={translate(label('retryStep'), { step: stepName })}
                  renderDialog={(close) => <RetryStepDialog workflow={workflow} stepName={stepName} onClose={close} />}
                />
              )
            }
          />
        </RelatedTable>
      </LocalList>
    </Box>
  );
};

const StepStatus = ({ step }: { step: WorkflowStep }) => {
  const translate = useTranslate();
  return (
    <>
      <StatusChip status={step.status} />
      {step.nextAttemptAt && (
        <Box sx={secondaryText}>
          {translate(label('next'))} <DateTime value={step.nextAttemptAt} />
        </Box>
      )}
    </>
  );
};

const StepMeta = ({ step: { errorCode, error, meta } }: { step: WorkflowStep }) => (
  <>
    {error && <div>{error}</div>}
    {errorCode && <Box sx={secondaryText}>{errorCode}</Box>}
    {metaText(meta)}
  </>
);

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return JSON.stringify(value) ?? '';
};

/** Details of a step or command on one line: `recipients: 2, attachmentsAs: PDF`. */
export const metaText = (meta: Readonly<Record<string, unknown>>): string =>
  Object.entries(meta)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
