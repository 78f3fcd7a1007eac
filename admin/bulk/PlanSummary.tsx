import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { consequenceTexts } from '../../shared/bulk/consequences.ts';
import { verdicts } from '../../shared/bulk/plan.ts';
import { Fact, Facts } from '../components/Fact.tsx';
import { pageRate } from './bulkJob.ts';
import { counted, number, timeWords } from './bulkWords.ts';
import { changesOf, type Prepared } from './preparedPlan.ts';

/** A plan in numbers and in words: what will be done with how many rows, and what comes with it. */
export const PlanSummary = ({ prepared: { plan, warnings } }: { prepared: Prepared }) => {
  const translate = useTranslate();
  const { counts, rows, calls, consequences } = plan.foot;
  const { key, values } = timeWords((changesOf(plan) / pageRate) * 1000);
  const texts = consequenceTexts(consequences);
  return (
    <>
      <Facts>
        <Fact label={translate('bulk.preview.rows')}>{number.format(rows)}</Fact>
        {verdicts
          .filter((verdict) => counts[verdict] > 0)
          .map((verdict) => (
            <Fact key={verdict} label={translate(`bulk.verdicts.${verdict}`)}>
              {number.format(counts[verdict])}
            </Fact>
          ))}
        <Fact label={translate('bulk.preview.calls')}>{number.format(calls)}</Fact>
        {calls > 0 && <Fact label={translate('bulk.preview.duration')}>{translate(key, values)}</Fact>}
      </Facts>
      {texts.length > 0 && <Consequences texts={texts} />}
      {warnings.length > 0 && (
        <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
          <strong>{translate('bulk.warnings.title', counted(warnings.length))}</strong>
          {warnings.slice(0, shownWarnings).map(({ row, line, column, message }) => (
            <div key={`${row} ${column} ${message}`}>{translate('bulk.warnings.line', { line, message })}</div>
          ))}
          {warnings.length > shownWarnings && (
            <div>{translate('bulk.warnings.more', counted(warnings.length - shownWarnings))}</div>
          )}
        </Alert>
      )}
    </>
  );
};

const shownWarnings = 5;

/** What leaves the system or cannot be taken back. */
export const Consequences = ({ texts }: { texts: readonly string[] }) => {
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
