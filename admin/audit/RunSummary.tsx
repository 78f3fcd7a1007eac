import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { AuditRun } from '../../shared/contract/audit.ts';
import { actionWords } from '../components/changes/changeWords.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { Moment } from '../components/Moment.tsx';
import { statusOf } from '../components/serverError.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { AuditOutcomeChip } from './AuditOutcomeChip.tsx';

/** What a run did in all: how it ended, who, why and when. */
export const RunSummary = ({ run }: { run: string }) => {
  const translate = useTranslate();
  const { data, error, refetch } = useAnswer('audit', 'run', { params: { runId: run } });
  const isUnknown = statusOf(error) === 404;
  return (
    <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
      {data && <RunFacts run={data} />}
      {isUnknown && <Typography color="textSecondary">{translate('audit.run.unknown', { run })}</Typography>}
      {error && !isUnknown && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows rows={2} />}
    </Paper>
  );
};

const RunFacts = ({ run }: { run: AuditRun }) => {
  const translate = useTranslate();
  const word = (name: string) => translate(`audit.run.${name}`);
  const counted = (text: string, count: number) => translate('audit.run.counted', { text, count });
  return (
    <Facts>
      <Fact label={word('outcomes')}>
        {run.outcomes.map(({ outcome, count }) => (
          <Box key={outcome}>
            <AuditOutcomeChip outcome={outcome} />: {count}
          </Box>
        ))}
      </Fact>
      <Fact label={word('who')}>
        {run.actors.map(({ id, name, count }) => (
          <div key={`${id} ${name}`}>{counted(name, count)}</div>
        ))}
      </Fact>
      <Fact label={word('why')}>
        {run.reasons.length === 0
          ? word('noReason')
          : run.reasons.map(({ reason }) => <div key={reason}>{reason}</div>)}
      </Fact>
      <Fact label={word('first')}>
        <Moment value={run.firstAt} />
      </Fact>
      <Fact label={word('last')}>
        <Moment value={run.lastAt} />
      </Fact>
      <Fact label={word('actions')}>
        {run.actions.map(({ action, outcome, count }) => (
          <div key={`${action} ${outcome}`}>
            {counted(`${actionWords(action, translate)} (${translate(`audit.outcomes.${outcome}`)})`, count)}
          </div>
        ))}
      </Fact>
    </Facts>
  );
};
