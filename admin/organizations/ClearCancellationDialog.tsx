import Typography from '@mui/material/Typography';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { serverWords } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Takes back a pending cancellation (spec 1 section 4); a failure shows the server's words, else the fallback of section 8. */
export const ClearCancellationDialog = ({ row, onClose }: { row: OrganizationRow; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const clear = async () => {
    setWorking(true);
    setFailure(null);
    try {
      await provider.clearCancellation(row.id);
      notify('organizations.clearCancellation.cleared', { type: 'success' });
      refresh();
      onClose();
    } catch (error) {
      setFailure(serverWords(error).join(' ') || translate('organizations.clearCancellation.failed'));
      setWorking(false);
    }
  };

  return (
    <ConfirmDialog
      title={translate('organizations.clearCancellation.title')}
      confirmLabel={translate('organizations.clearCancellation.confirm')}
      working={working}
      failure={failure}
      onConfirm={() => void clear()}
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {translate('organizations.clearCancellation.text', { name: row.name })}
      </Typography>
    </ConfirmDialog>
  );
};
