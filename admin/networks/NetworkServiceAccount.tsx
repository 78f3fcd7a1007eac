import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Network } from '../../shared/contract/networks.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useAnswer } from '../providers/useAnswer.ts';
import { ServiceAccountCard } from './ServiceAccountCard.tsx';
import { useServiceAccountDeed } from './useServiceAccountDeed.ts';

/** The one service account a network may have. */
export const NetworkServiceAccount = ({ network }: { network: Network }) => {
  const translate = useTranslate();
  const params = { id: network.id };
  const { data, error, refetch } = useAnswer('networks', 'serviceAccount', { params });
  const { run, working } = useServiceAccountDeed();
  const create = (
    <Button
      variant="contained"
      disabled={working}
      onClick={() =>
        void run('created', 'createFailed', (provider) => provider.call('networks', 'createServiceAccount', { params }))
      }
    >
      {translate('networks.serviceAccount.create')}
    </Button>
  );
  return (
    <Paper variant="outlined" sx={{ padding: 2 }}>
      <Typography color="textSecondary" sx={{ marginBottom: 2 }}>
        {translate('networks.serviceAccount.text')}
      </Typography>
      {error && (
        <ErrorState error={error} title={translate('networks.serviceAccount.failed')} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && <LoadingRows rows={3} />}
      {data === null && <EmptyState text={translate('networks.serviceAccount.none')} action={create} />}
      {data && <ServiceAccountCard networkId={network.id} account={data} />}
    </Paper>
  );
};
