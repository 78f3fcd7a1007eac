import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { useServiceAccountDeed } from './useServiceAccountDeed.ts';

interface DeleteServiceAccountButtonProps {
  networkId: string;
  clientId: string;
}

/** Whoever uses the account is locked out for good, so its client id is typed first. */
export const DeleteServiceAccountButton = ({ networkId, clientId }: DeleteServiceAccountButtonProps) => {
  const translate = useTranslate();
  const { run, working, failure, forget } = useServiceAccountDeed();
  const [open, setOpen] = useState(false);
  const remove = () =>
    run('deleted', 'deleteFailed', (provider) =>
      provider.call('networks', 'deleteServiceAccount', { params: { id: networkId } }),
    );
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {translate('networks.serviceAccount.delete')}
      </Button>
      {open && (
        <ConfirmDialog
          title={translate('networks.serviceAccount.deleteTitle', { clientId })}
          confirmLabel={translate('networks.serviceAccount.deleteConfirm')}
          typedName={clientId}
          working={working}
          failure={failure}
          onConfirm={() => void remove()}
          onClose={() => {
            setOpen(false);
            forget();
          }}
        >
          <Typography>{translate('networks.serviceAccount.deleteText')}</Typography>
        </ConfirmDialog>
      )}
    </>
  );
};
