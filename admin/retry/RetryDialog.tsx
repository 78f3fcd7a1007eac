import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { DataTable, useNotify, useTranslate } from 'react-admin';
import { type FormEvent, useState } from 'react';
import type { ResponseOf } from '../../shared/contract/endpoint.ts';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { isVisible } from '../../shared/rules/visibleText.ts';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { useDraftValues } from '../components/FormDraft.tsx';
import { isReasonTooLong, ReasonField } from '../components/ReasonField.tsx';
import { QueryState } from '../components/QueryState.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { failureText } from '../components/serverError.ts';
import { useSingleMutation } from '../components/useSingleMutation.ts';
import { useApp } from '../providers/appContext.ts';
import type { Api } from '../../shared/contract/api.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { followRetryJob, refreshRetried } from './followRetryJob.ts';
import type { RetrySelection } from './retrySelection.ts';

type Plan = ResponseOf<Api['retryjobs']['plan']>;

/** Default of the retries a second: a relay that has just come back is not flooded. */
const defaultRate = '20';
const rateOf = (text: string): number | undefined => {
  const rate = Number(text);
  return text.trim() !== '' && rate >= 0.1 && rate <= 200 ? rate : undefined;
};

interface RetryDialogProps {
  /** Workflows by id, or all that match the grid's filters when the job starts. */
  selection: RetrySelection;
  onClose: () => void;
  /** The job was created: what was selected is in it. */
  onStarted?: () => void;
}

/** Retries many workflows: the plan (which can be retried, and why the others cannot), then reason and rate. The job appears in the task tray. */
export const RetryDialog = ({ selection, onClose, onStarted }: RetryDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const { tasks } = useApp();
  const [allowDuplicate, setAllowDuplicate] = useState(false);
  const [{ reason, rate }, change] = useDraftValues('retry', { reason: '', rate: defaultRate });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const query = useQuery({
    queryKey: ['retryjobs', 'plan', selection, allowDuplicate],
    queryFn: ({ signal }) => provider.retryjobs.plan({ body: { selection, allowDuplicate } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    // The state of the workflows may have changed when the dialog is opened again.
    gcTime: 0,
  });
  const { data: plan, isFetching } = query;
  const perSecond = rateOf(rate);
  const create = useSingleMutation({
    mutationFn: () => {
      const body = { selection, reason: reason.trim(), allowDuplicate, perSecond };
      return provider.retryjobs.create({ body }, { idempotencyKey });
    },
    onSuccess: (job) => {
      followRetryJob(tasks, provider, job, { onEnd: () => refreshRetried(queries) });
      void queries.invalidateQueries({ queryKey: ['retryjobs'] });
      notify('retry.started', { type: 'success' });
      onStarted?.();
      onClose();
    },
  });
  const isWorking = create.isPending || isFetching;
  const isReasonMissing = !isVisible(reason);
  const isReasonFine = !isReasonMissing && !isReasonTooLong(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React's events bubble through portals: a form round the dialog must not be submitted.
    event.stopPropagation();
    setIsSubmitted(true);
    if (!isWorking && isReasonFine && perSecond !== undefined && plan && plan.eligible > 0) create.mutate();
  };
  return (
    <DialogFrame
      title="retry.title"
      maxWidth="md"
      working={create.isPending}
      renderForm={(parts) => (
        <form onSubmit={submit} noValidate>
          {parts}
        </form>
      )}
      actions={
        <>
          <Button onClick={onClose} aria-disabled={plan && isWorking}>
            {translate('components.confirm.cancel')}
          </Button>
          {plan && (
            <Button
              type="submit"
              variant="contained"
              disabled={plan.eligible === 0}
              aria-disabled={isWorking || undefined}
            >
              {isWorking
                ? translate('components.confirm.working')
                : translate('retry.submit', { smart_count: plan.eligible })}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <div aria-busy={isFetching}>
        {!plan && !query.error && translate('retry.planning')}
        <QueryState query={query} failed="retry.planFailed" rows={5}>
          {(loaded) => <RetryPlan plan={loaded} />}
        </QueryState>
      </div>
      {plan && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
          {(allowDuplicate || plan.reasons.some(({ reason: code }) => code === 'may-duplicate')) && (
            <FormControlLabel
              control={<Checkbox checked={allowDuplicate} onChange={(_, allow) => setAllowDuplicate(allow)} />}
              label={translate('retry.allowDuplicate')}
            />
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <ReasonField
              label={translate('retry.reason')}
              hint={translate('retry.reasonHint')}
              required
              value={reason}
              problem={isSubmitted && isReasonMissing && translate('retry.reasonMissing')}
              onChange={(text) => change({ reason: text })}
              sx={{ flex: '1 1 260px' }}
            />
            <TextField
              label={translate('retry.rate')}
              value={rate}
              error={perSecond === undefined}
              helperText={perSecond === undefined ? translate('retry.rateInvalid') : ' '}
              autoComplete="off"
              onChange={(event) => change({ rate: event.target.value })}
              slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 6 } }}
              sx={{ flex: '0 1 160px' }}
            />
          </Box>
          {create.error && <Alert severity="error">{failureText(translate('retry.failed'), create.error)}</Alert>}
        </Box>
      )}
    </DialogFrame>
  );
};

const number = new Intl.NumberFormat('en-US');

/** The workflows of the plan, and the number of ineligible ones by reason. */
const RetryPlan = ({ plan }: { plan: Plan }) => {
  const translate = useTranslate();
  const counts = { eligible: number.format(plan.eligible), total: number.format(plan.total) };
  const reasonText = (reason: string) => translate(`retry.reasons.${reason}`, { _: reason });
  const eligibility = ({ isEligible, reason }: Plan['items'][number]) => {
    const values = { reason: reason === null ? '' : reasonText(reason) };
    if (!isEligible) return translate('retry.no', values);
    return translate(reason === null ? 'retry.yes' : 'retry.yesBut', values);
  };
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
                {reasonText(reason)}: {number.format(count)}
              </li>
            ))}
          </Box>
        </section>
      )}
      <LocalList
        resource="retryplanitems"
        rows={plan.items.map((item) => ({ ...item, id: item.workflowId }))}
        perPage={detailGridPageSize}
      >
        <RelatedTable label="retry.items">
          <DataTable.Col source="mailMessageId" label="retry.fields.message" />
          <DataTable.Col source="stepName" label="retry.fields.step" />
          <DataTable.Col source="errorCode" label="retry.fields.error" />
          <DataTable.Col<Plan['items'][number] & { id: string }>
            source="isEligible"
            label="retry.fields.eligibility"
            render={eligibility}
          />
        </RelatedTable>
      </LocalList>
      {plan.items.length > 0 && plan.total > plan.items.length && (
        <Typography variant="body2" color="textSecondary">
          {translate('retry.firstItems', { count: number.format(plan.items.length) })}
        </Typography>
      )}
    </Box>
  );
};
