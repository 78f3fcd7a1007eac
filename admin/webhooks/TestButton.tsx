import Button from '@mui/material/Button';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Webhook } from '../../shared/contract/webhooks.ts';
import { DialogButton } from '../components/actions.tsx';
import { DialogFrame } from '../components/DialogFrame.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useSentOnce } from '../components/useSentOnce.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { DeliveryDetail } from './DeliveryDetail.tsx';

/** Sends a test event and displays what the receiver responded. */
export const TestButton = () => {
  const webhook = useRecordContext<Webhook>();
  if (!webhook) return null;
  return (
    <DialogButton
      label="webhooks.test.action"
      renderDialog={(close) => <TestDialog webhook={webhook} onClose={close} />}
    />
  );
};

const TestDialog = ({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, refetch } = useSentOnce(['webhooks.test', id], () => provider.webhooks.test({ params: { id } }));
  return (
    <DialogFrame
      title={translate('webhooks.test.title', { name })}
      maxWidth="md"
      actions={<Button onClick={onClose}>{translate('webhooks.deliveries.close')}</Button>}
      onClose={onClose}
    >
      {error && <ErrorState error={error} title={translate('webhooks.test.failed')} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={2} />}
      {data && <DeliveryDetail id={data.id} />}
    </DialogFrame>
  );
};
