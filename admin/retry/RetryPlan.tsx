import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AnswerOf } from '../../shared/contract/endpoint.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { ListFooter } from '../components/ListFooter.tsx';
import { RecordTable } from '../components/RecordTable.tsx';
import type { RowOf } from '../providers/deeds.ts';

export type RetryPlanned = AnswerOf<RowOf<'retryjobs', 'plan'>>;

const number = new Intl.NumberFormat('en-US');

/** Which workflows would be retried, and why the others would not. */
export const RetryPlan = ({ plan }: { plan: RetryPlanned }) => {
  const translate = useTranslate();
  const [page, setPage] = useState(1);
  const reasonWords = (reason: string) => translate(`retry.reasons.${reason}`, { _: reason });
  const first = (page - 1) * detailGridPageSize;
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
                {reasonWords(reason)}: {number.format(count)}
              </li>
            ))}
          </Box>
        </section>
      )}
      {plan.items.length > 0 && (
        <>
          <RecordTable
            label="retry.items"
            rows={plan.items.slice(first, first + detailGridPageSize)}
            rowId={({ workflowId }) => workflowId}
            columns={[
              { name: 'message', label: 'retry.fields.message', render: ({ mailMessageId }) => mailMessageId },
              { name: 'step', label: 'retry.fields.step', render: ({ stepName }) => stepName ?? '-' },
              { name: 'error', label: 'retry.fields.error', render: ({ errorCode }) => errorCode ?? '-' },
              {
                name: 'verdict',
                label: 'retry.fields.verdict',
                render: ({ isEligible, reason }) => {
                  const words = { reason: reason === null ? '' : reasonWords(reason) };
                  if (!isEligible) return translate('retry.no', words);
                  return translate(reason === null ? 'retry.yes' : 'retry.note', words);
                },
              },
            ]}
          />
          {plan.items.length > detailGridPageSize && (
            <ListFooter total={plan.items.length} page={page} size={detailGridPageSize} onPage={setPage} />
          )}
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
