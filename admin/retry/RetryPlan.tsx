import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import type { AnswerOf } from '../../shared/contract/endpoint.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import type { RowOf } from '../providers/customMethods.ts';

export type RetryPlanned = AnswerOf<RowOf<'retryjobs', 'plan'>>;

const number = new Intl.NumberFormat('en-US');

/** Which workflows would be retried, and why the others would not. */
export const RetryPlan = ({ plan }: { plan: RetryPlanned }) => {
  const translate = useTranslate();
  const counts = { eligible: number.format(plan.eligible), total: number.format(plan.total) };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Typography component="output">
        {translate(plan.eligible === 0 ? 'retry.nothing' : 'retry.eligible', counts)}
      </Typography>
      {plan.reasons.length > 0 && (
        <section aria-label={translate('retry.reasonsTitle')}>
          <Typography variant="subtitle2" component="h3">
            {translate('retry.reasonsTitle')}
          </Typography>
          <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
            {plan.reasons.map(({ reason, count }) => (
              <li key={reason}>
                {translate(`retry.reasons.${reason}`, { _: reason })}: {number.format(count)}
              </li>
            ))}
          </Box>
        </section>
      )}
      {plan.items.length > 0 && (
        <>
          <PlanItems items={plan.items} />
          {plan.total > plan.items.length && (
            <Typography variant="body2" color="textSecondary">
              {translate('retry.firstItems', { count: number.format(plan.items.length) })}
            </Typography>
          )}
        </>
      )}
    </Box>
  );
};

const PlanItems = ({ items }: { items: RetryPlanned['items'] }) => {
  const translate = useTranslate();
  const eligibility = ({ isEligible, reason }: (typeof items)[number]) => {
    const values = { reason: reason === null ? '' : translate(`retry.reasons.${reason}`, { _: reason }) };
    if (!isEligible) return translate('retry.no', values);
    return translate(reason === null ? 'retry.yes' : 'retry.yesBut', values);
  };
  return (
    <LocalList
      resource="retryplanitems"
      rows={items.map((item) => ({ ...item, id: item.workflowId }))}
      perPage={detailGridPageSize}
    >
      <RelatedTable label="retry.items">
        <DataTable.Col source="mailMessageId" label="retry.fields.message" />
        <DataTable.Col source="stepName" label="retry.fields.step" />
        <DataTable.Col source="errorCode" label="retry.fields.error" />
        <DataTable.Col<RetryPlanned['items'][number] & { id: string }>
          source="isEligible"
          label="retry.fields.eligibility"
          render={eligibility}
        />
      </RelatedTable>
    </LocalList>
  );
};
