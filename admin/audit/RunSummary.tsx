import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { AuditRun } from '../../shared/contract/audit.ts';
import { actionText } from '../components/changes/changeText.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { statusOf } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { AuditOutcomeChip } from './AuditOutcomeChip.tsx';

/** Outcomes, users, reasons and time of a run. */
export const RunSummary = ({ run }: { run: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'run', run],
    queryFn: ({ signal }) => provider.call('audit', 'run', { params: { runId: run } }, { signal }),
  });
  const isUnknown = statusOf(error) === 404;
  return (
    <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
      {data && <RunDetails run={data} />}
      {isUnknown && <Typography color="textSecondary">{translate('audit.run.unknown', { run })}</Typography>}
      {error && !isUnknown && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows rows={2} />}
    </Paper>
  );
};

const RunDetails = ({ run }: { run: AuditRun }) => {
  const translate = useTranslate();
  const label = (name: string) => translate(`audit.run.${name}`);
  const counted = (text: string, count: number) => translate('audit.run.counted', { text, count });
  return (
    <LabeledValues>
      <LabeledValue label={label('outcomes')}>
        {run.outcomes.map(({ outcome, count }) => (
          <Box key={outcome}>
            <AuditOutcomeChip outcome={outcome} />: {count}
          </Box>
        ))}
      </LabeledValue>
      <LabeledValue label={label('who')}>
        {run.actors.map(({ id, name, count }) => (
          <div key={`${id} ${name}`}>{counted(name, count)}</div>
        ))}
      </LabeledValue>
      <LabeledValue label={label('why')}>
        {run.reasons.length === 0
          ? label('noReason')
          : run.reasons.map(({ reason }) => <div key={reason}>{reason}</div>)}
      </LabeledValue>
      <LabeledValue label={label('first')}>
        <DateTime value={run.firstAt} />
      </LabeledValue>
      <LabeledValue label={label('last')}>
        <DateTime value={run.lastAt} />
      </LabeledValue>
      <LabeledValue label={label('actions')}>
        {run.actions.map(({ action, outcome, count }) => (
          <div key={`${action} ${outcome}`}>
            {counted(`${actionText(action, translate)} (${translate(`audit.outcomes.${outcome}`)})`, count)}
          </div>
        ))}
      </LabeledValue>
    </LabeledValues>
  );
};
