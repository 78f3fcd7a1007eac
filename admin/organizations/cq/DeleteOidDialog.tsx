import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { AlternateOid } from '../../../shared/contract/carequality.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useDeed } from '../../components/useDeed.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useCqRefresh } from './useCqRefresh.ts';

/** Asks before an alternate OID is deleted (spec 1 section 2); one that somebody has changed since is not. */
export const DeleteOidDialog = ({ oid, onClose }: { oid: AlternateOid; onClose: () => void }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const refresh = useCqRefresh('oids');
  const { run, working, failure } = useDeed();

  const remove = async () => {
    const params = { id: oid.organizationId, oidId: oid.id };
    const done = await run({
      run: () => provider.call('carequality', 'deleteOid', { params }, { ifMatch: oid.version }),
      done: 'carequality.oids.deleted',
      failed: 'carequality.oids.deleteFailed',
    });
    if (done) onClose();
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
