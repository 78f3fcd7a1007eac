import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { serverWords } from '../../components/serverError.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useCqRefresh } from './useCqRefresh.ts';

/** Asks before an alternate OID is deleted (spec 1 section 2); one that somebody has changed since is not. */
export const DeleteOidDialog = ({ oid, onClose }: { oid: AlternateOid; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const refresh = useCqRefresh('oids');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const remove = async () => {
    setWorking(true);
    setFailure(null);
    try {
      const params = { id: oid.organizationId, oidId: oid.id };
      await provider.call('carequality', 'deleteOid', { params }, { ifMatch: oid.version });
      notify('carequality.oids.deleted', { type: 'success' });
      onClose();
    } catch (error) {
      setFailure([translate('carequality.oids.deleteFailed'), ...serverWords(error)].join(' '));
      setWorking(false);
    }
    void refresh();
  };

  return (
    <ConfirmDialog
      title={translate('carequality.oids.deleteTitle')}
      confirmLabel={translate('carequality.oids.deleteConfirm')}
      working={working}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {translate('carequality.oids.deleteText', { value: oid.value })}
      </Typography>
      {oid.isDefault && <Typography>{translate('carequality.oids.deleteDefault')}</Typography>}
    </ConfirmDialog>
  );
};
