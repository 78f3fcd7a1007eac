import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { AuditEntry, AuditRun } from '../../shared/contract/audit.ts';
import { errorCatalogue } from '../../shared/contract/errors.ts';
import { actionText } from '../components/changes/changeText.ts';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { DateTime } from '../components/DateTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { statusOf } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Outcomes, users, reasons and time of a run. */
export const RunSummary = ({ run }: { run: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const query = useQuery({
    queryKey: ['audit', 'run', run],
    queryFn: ({ signal }) => provider.audit.run({ params: { runId: run } }, { signal }),
  });
  return (
    <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
      {statusOf(query.error) === 404 ? (
        <Typography color="textSecondary">{translate('audit.run.unknown', { run })}</Typography>
      ) : (
        <QueryState query={query} rows={2}>
          {(data) => <RunDetails run={data} />}
        </QueryState>
      )}
    </Paper>
  );
};

const label = (name: string) => `audit.run.${name}`;

const RunDetails = ({ run }: { run: AuditRun }) => {
  const translate = useTranslate();
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
          ? translate(label('noReason'))
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

const states = {
  Success: { icon: CheckCircle, severity: 'good' },
  Refused: { icon: Block, severity: 'warning' },
  Invalid: { icon: ErrorIcon, severity: 'bad' },
} as const;

const catalogue: Readonly<Record<string, { readonly message: string }>> = errorCatalogue;
/** Text of an error; a code of an earlier release stands for itself. */
const messageOf = (code: string): string => catalogue[code]?.message ?? code;

/** Outcome of an action, with the error of a failed one. */
export const AuditOutcomeChip = ({ outcome, code }: Pick<AuditEntry, 'outcome'> & { code?: string | null }) => {
  return (
    <>
      <StateChip {...states[outcome]} label={`audit.outcomes.${outcome}`} />
      {code && (
        <Box title={code} sx={{ color: 'text.secondary', fontSize: 12 }}>
          {messageOf(code)}
        </Box>
      )}
    </>
  );
};
