import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useClosedByRoute } from '../components/useClosedByRoute.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { RetryForm } from './RetryForm.tsx';
import { RetryPlan } from './RetryPlan.tsx';
import type { RetrySelection } from './retrySelection.ts';

interface RetryDialogProps {
  /** Workflows by id, or all that match the grid's filters when the job starts. */
  selection: RetrySelection;
  onClose: () => void;
}

/** Retries many workflows: first which of them can be retried and why the others cannot, then the reason and the pace. */
export const RetryDialog = ({ selection, onClose }: RetryDialogProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const titleId = useId();
  const [allowDuplicate, setAllowDuplicate] = useState(false);
  const [working, setWorking] = useState(false);
  useClosedByRoute(onClose);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['retryjobs', 'plan', selection, allowDuplicate],
    queryFn: ({ signal }) => provider.call('retryjobs', 'plan', { body: { selection, allowDuplicate } }, { signal }),
    placeholderData: (previous) => previous,
    retry: false,
    // Between two dialogs the workflows may have gone on.
    gcTime: 0,
  });
  return (
    <Dialog open onClose={() => !working && onClose()} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{translate('retry.title')}</DialogTitle>
      <DialogContent dividers aria-busy={isFetching}>
        {error && <ErrorState error={error} title={translate('retry.planFailed')} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            {translate('retry.planning')}
            <LoadingRows rows={5} />
          </>
        )}
        {data && <RetryPlan plan={data} />}
      </DialogContent>
      {data ? (
        <RetryForm
          selection={selection}
          plan={data}
          allowDuplicate={allowDuplicate}
          onAllowDuplicate={setAllowDuplicate}
          working={working || isFetching}
          onWorking={setWorking}
          onClose={onClose}
        />
      ) : (
        <DialogActions>
          <Button onClick={onClose}>{translate('components.confirm.cancel')}</Button>
        </DialogActions>
      )}
    </Dialog>
  );
};
