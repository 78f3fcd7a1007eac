import ArrowForward from '@mui/icons-material/ArrowForward';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { LabelButton } from '../components/LabelButton.tsx';
import { useState } from 'react';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { consequenceTexts } from '../../shared/bulk/consequences.ts';
import { verdicts } from '../../shared/bulk/plan.ts';
import type { CellValue } from '../../shared/bulk/values.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { wrappedCell } from '../components/ListTable.tsx';
import { isReasonTooLong, ReasonField } from '../components/ReasonField.tsx';
import { saveFile } from '../components/saveFile.ts';
import { visuallyHidden } from '../components/visuallyHidden.ts';
import { changesOf, type JobRows, type JobState, type PlanSummary, tabRate } from './bulkProtocol.ts';
import type { BulkJob } from './bulkRuns.ts';
import { BulkStep, DownloadButton, useTimeText } from './bulkSteps.tsx';
import { BulkTable, rowColumns, RowState } from './BulkTable.tsx';
import { cellText, counted, fileStem, number, shellArgument } from './bulkTexts.ts';

interface BulkPreviewProps {
  job: BulkJob;
  state: Extract<JobState, { step: 'planned' }>;
}

type ChangeRow = JobRows['changes'];

const titleOf = ({ undoOf, retryOf }: PlanSummary['head']): [key: string, values?: { run: string }] => {
  if (undoOf !== undefined) return ['bulk.preview.undoTitle', { run: undoOf }];
  return retryOf === undefined ? ['bulk.preview.title'] : ['bulk.preview.retryTitle', { run: retryOf }];
};

/** The dry run: changes and consequences. The plan is applied here or by the command line. */
export const BulkPreview = ({ job, state: { plan, hasResults, clashes } }: BulkPreviewProps) => {
  const translate = useTranslate();
  const [isConfirming, setIsConfirming] = useState(false);
  const [reason, setReason] = useState(plan.head.reason ?? '');
  const count = changesOf(plan);
  const conflicts = plan.foot.counts.conflict;
  const undoes = bulkActionNamed(plan.head.action)?.undoes ?? null;
  return (
    <BulkStep title={translate(...titleOf(plan.head))}>
      <Totals plan={plan} />
      {count === 0 && conflicts === 0 && <Alert severity="success">{translate('bulk.preview.nothing')}</Alert>}
      {count === 0 && conflicts > 0 && (
        <Alert
          severity="warning"
          action={
            clashes > 0 && (
              <LabelButton
                color="inherit"
                size="small"
                onClick={() => void job.planAgain('conflicts')}
                label="bulk.preview.planAgain"
              />
            )
          }
        >
          {translate(clashes > 0 ? 'bulk.preview.onlyConflicts' : 'bulk.preview.noneSent')}
        </Alert>
      )}
      <BulkTable
        job={job}
        list="changes"
        counts={verdicts.map((verdict) => [verdict, plan.foot.counts[verdict]])}
        label="bulk.preview.changes"
      >
        {rowColumns(plan.head)}
        <DataTable.Col<ChangeRow>
          source="verdict"
          label="bulk.results.status"
          render={({ verdict }) => <RowState state={verdict} />}
        />
        <DataTable.Col<ChangeRow>
          source="changes"
          label="bulk.preview.changes"
          cellClassName={wrappedCell}
          render={(row) => <ChangedCells row={row} />}
        />
      </BulkTable>
      {count > 0 && (
        <>
          <Typography color="textSecondary">
            {undoes === null ? translate('bulk.preview.noUndo') : translate('bulk.preview.undo', { text: undoes })}
          </Typography>
          <ReasonField
            fullWidth
            label={translate('bulk.preview.reason')}
            hint={translate('bulk.preview.reasonHint')}
            value={reason}
            onChange={setReason}
          />
          {!isReasonTooLong(reason) && <PlanFile job={job} action={plan.head.action} reason={reason} />}
          <Button variant="contained" disabled={isReasonTooLong(reason)} onClick={() => setIsConfirming(true)}>
            {translate('bulk.preview.apply', counted(count))}
          </Button>
        </>
      )}
      {hasResults && <LabelButton onClick={() => void job.back()} label="bulk.results.back" />}
      {isConfirming && (
        <ConfirmApply plan={plan} onConfirm={() => void job.apply(reason)} onClose={() => setIsConfirming(false)} />
      )}
    </BulkStep>
  );
};

/** Rows by planned change, calls and duration, consequences, warnings. */
const Totals = ({ plan }: { plan: PlanSummary }) => {
  const translate = useTranslate();
  const { counts, rows, calls, consequences } = plan.foot;
  const timeText = useTimeText();
  const texts = consequenceTexts(consequences);
  const { warningCount, firstWarnings } = plan;
  return (
    <>
      <LabeledValues>
        <LabeledValue label={translate('bulk.preview.rows')}>{number.format(rows)}</LabeledValue>
        {verdicts
          .filter((verdict) => counts[verdict] > 0)
          .map((verdict) => (
            <LabeledValue key={verdict} label={translate(`bulk.states.${verdict}`)}>
              {number.format(counts[verdict])}
            </LabeledValue>
          ))}
        <LabeledValue label={translate('bulk.preview.calls')}>{number.format(calls)}</LabeledValue>
        {calls > 0 && (
          <LabeledValue label={translate('bulk.preview.duration')}>
            {timeText((changesOf(plan) / tabRate) * 1000)}
          </LabeledValue>
        )}
      </LabeledValues>
      {texts.length > 0 && <Consequences texts={texts} />}
      {warningCount > 0 && (
        <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
          <strong>{translate('bulk.warnings.title', counted(warningCount))}</strong>
          {firstWarnings.map(({ row, line, column, message }) => (
            <div key={`${row} ${column} ${message}`}>{translate('bulk.warnings.line', { line, message })}</div>
          ))}
          {warningCount > firstWarnings.length && (
            <div>{translate('bulk.warnings.more', counted(warningCount - firstWarnings.length))}</div>
          )}
        </Alert>
      )}
    </>
  );
};

/** What leaves the system or cannot be undone. */
const Consequences = ({ texts }: { texts: readonly string[] }) => {
  const translate = useTranslate();
  return (
    <Alert severity="warning">
      <strong>{translate('bulk.preview.consequences')}</strong>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
};

interface ConfirmApplyProps {
  plan: PlanSummary;
  onConfirm: () => void;
  onClose: () => void;
}

/** Beyond a safety limit, and for deletions, the number of changes has to be typed. */
const ConfirmApply = ({ plan, onConfirm, onClose }: ConfirmApplyProps) => {
  const translate = useTranslate();
  const { foot, brake } = plan;
  const count = changesOf(plan);
  const texts = consequenceTexts(foot.consequences);
  return (
    <ConfirmDialog
      title={translate('bulk.confirm.title', counted(count))}
      confirmLabel={translate('bulk.confirm.apply')}
      {...((brake !== null || foot.counts.delete > 0) && { typedName: String(count) })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography>{translate('bulk.confirm.text')}</Typography>
      {brake !== null && <Alert severity="warning">{brake}</Alert>}
      {texts.length > 0 && <Consequences texts={texts} />}
      {foot.counts.conflict > 0 && (
        <Typography>{translate('bulk.confirm.conflicts', counted(foot.counts.conflict))}</Typography>
      )}
    </ConfirmDialog>
  );
};

/** The changed cells of a row, old and new, and the reason of a conflict. */
const ChangedCells = ({ row: { problem, changes, verdict } }: { row: ChangeRow }) => (
  <>
    {!problem && changes.length === 0 && '-'}
    {problem && <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{problem.message}</Box>}
    {changes.length > 0 && (
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {changes.map(({ column, before, after }) => (
          <Box component="li" key={column} sx={{ overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ fontWeight: 600 }}>{`${column}: `}</Box>
            {verdict !== 'create' && (
              <>
                <Cell value={before} label="bulk.preview.from" />
                <ArrowForward aria-hidden sx={{ fontSize: 14, marginX: 0.5, verticalAlign: 'text-bottom' }} />
              </>
            )}
            <Cell value={after} label="bulk.preview.to" />
          </Box>
        ))}
      </Box>
    )}
  </>
);

const Cell = ({ value, label }: { value: CellValue; label: string }) => {
  const translate = useTranslate();
  return (
    <>
      <Box component="span" sx={visuallyHidden}>{`${translate(label)} `}</Box>
      {cellText(value) ?? (
        <Box component="em" sx={{ color: 'text.secondary' }}>
          {translate('bulk.preview.empty')}
        </Box>
      )}
    </>
  );
};

/** The plan as a file, and the command that applies it. */
const PlanFile = ({ job, action, reason }: { job: BulkJob; action: string; reason: string }) => {
  const translate = useTranslate();
  const name = `${fileStem(action)}-plan.json`;
  const command = `carepost bulk apply --plan ${shellArgument(name)}`;
  const download = async () => saveFile(await job.file('plan', reason), name);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <DownloadButton variant="outlined" label="bulk.preview.download" onDownload={download} />
      <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
        <Box component="code" sx={{ fontSize: 13, overflowWrap: 'anywhere', userSelect: 'all' }}>
          {command}
        </Box>
        <CopyButton text={command} label="bulk.preview.copyCommand" />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ flexBasis: '100%' }}>
        {translate('bulk.preview.planHint')}
      </Typography>
    </Box>
  );
};
