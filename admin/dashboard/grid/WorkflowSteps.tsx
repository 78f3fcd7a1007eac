import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'react-admin';
import type { WorkflowRow, WorkflowStep } from '../../../shared/contract/exchangeSchemas.ts';
import { Duration } from '../../components/Duration.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { StatusChip } from '../../components/StatusChip.tsx';

const columns = ['step', 'status', 'start', 'end', 'elapsed', 'attempts', 'problem'] as const;

/** The steps of a workflow and how long each took (spec 1 sections 2 and 3); also who sent to whom, and its files by kind. */
export const WorkflowSteps = ({ row }: { row: WorkflowRow }) => {
  const translate = useTranslate();
  const { mailMessage, workflow } = row;
  const table = translate('workflows.steps.table', { number: mailMessage.mailMessageId });
  const files = mailMessage.attachmentEvents.map(({ mimeType, previewStatus }) =>
    translate('workflows.steps.file', { kind: mimeType, preview: previewStatus }),
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, paddingX: { md: 1.5 }, paddingY: 1 }}>
      <LabeledValues>
        <LabeledValue label={translate('workflows.steps.from')}>{mailMessage.sender}</LabeledValue>
        <LabeledValue label={translate('workflows.steps.to')}>{mailMessage.mailTo}</LabeledValue>
        <LabeledValue label={translate('workflows.steps.origin')}>{mailMessage.origin}</LabeledValue>
        <LabeledValue label={translate('workflows.steps.total')}>
          <Duration ms={workflow.duration} precise />
        </LabeledValue>
        <LabeledValue label={translate('workflows.steps.files')}>
          {files.length === 0 ? '-' : files.join('; ')}
        </LabeledValue>
      </LabeledValues>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group, no region: there is one for each row that is open */}
      <TableContainer role="group" tabIndex={0} aria-label={table}>
        <Table
          size="small"
          aria-label={table}
          // It stands in a table whose times may break; here there is room.
          sx={{
            minWidth: 560,
            '& tbody td time': { whiteSpace: 'nowrap' },
            '& tbody tr:last-of-type td': { borderBottom: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              {columns.map((name) => (
                <TableCell key={name}>{translate(`workflows.steps.${name}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {workflow.steps.map((step) => (
              <StepLine key={step.stepName} step={step} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
};

const StepLine = ({ step }: { step: WorkflowStep }) => {
  const translate = useTranslate();
  return (
    <TableRow>
      <TableCell>{step.stepName}</TableCell>
      <TableCell>
        <StatusChip status={step.status} />
        {step.nextAttemptAt && (
          <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
            {translate('workflows.steps.next')} <DateTime value={step.nextAttemptAt} withSeconds />
          </Box>
        )}
      </TableCell>
      <TableCell>{step.startTime ? <DateTime value={step.startTime} withSeconds /> : '-'}</TableCell>
      <TableCell>{step.endTime ? <DateTime value={step.endTime} withSeconds /> : '-'}</TableCell>
      <TableCell>
        <Duration ms={step.elapsed} precise />
      </TableCell>
      <TableCell>{step.attempts}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{step.error ?? step.errorCode ?? '-'}</TableCell>
    </TableRow>
  );
};
