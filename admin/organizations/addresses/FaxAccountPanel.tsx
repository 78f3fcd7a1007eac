import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Fact, Facts } from '../../components/Fact.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { Moment } from '../../components/Moment.tsx';
import { useDeed } from '../../components/useDeed.ts';
import { useAppDataProvider } from '../../providers/dataProvider.ts';
import { useAnswer } from '../../providers/useAnswer.ts';
import { FaxAccountDialog } from './FaxAccountDialog.tsx';
import { FaxNumbers } from './FaxNumbers.tsx';

interface FaxAccountPanelProps {
  organizationId: string;
  kind: FaxAccount['kind'];
}

/** The account at one fax service with its numbers. */
export const FaxAccountPanel = ({ organizationId, kind }: FaxAccountPanelProps) => {
  const translate = useTranslate();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const asked = useAnswer('fax', 'accounts', { params: { id: organizationId } });
  const label = (name: string) => translate(`addresses.fax.${name}`);
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.isPending) return <LoadingRows rows={4} />;
  const account = asked.data.items.find((item) => item.kind === kind);
  const reload = () => asked.refetch();
  const close = () => setDialog(undefined);
  const openDialog = (
    <Button type="button" variant="outlined" onClick={() => setDialog('edit')}>
      {label(account ? 'change' : 'create')}
    </Button>
  );
  return (
    <>
      <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }} gutterBottom>
        {label(kind)}
      </Typography>
      {account ? (
        <>
          <AccountFacts account={account} />
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', marginTop: 2 }}>
            {openDialog}
            {kind === 'westfax' && <SyncButton account={account} />}
            <Button type="button" color="error" onClick={() => setDialog('delete')}>
              {label('delete')}
            </Button>
          </Box>
          <FaxNumbers account={account} onChanged={reload} />
        </>
      ) : (
        <EmptyState text={label('none')} action={openDialog} />
      )}
      {dialog === 'edit' && (
        <FaxAccountDialog
          organizationId={organizationId}
          kind={kind}
          account={account}
          onSaved={reload}
          onClose={close}
        />
      )}
      {dialog === 'delete' && account && <DeleteAccountDialog account={account} onDeleted={reload} onClose={close} />}
    </>
  );
};

const AccountFacts = ({ account }: { account: FaxAccount }) => {
  const translate = useTranslate();
  const label = (name: string) => translate(`addresses.fax.${name}`);
  return (
    <Facts>
      <Fact label={label('accountNumber')}>{account.accountNumber}</Fact>
      <Fact label={label('displayName')}>{account.displayName}</Fact>
      <Fact label={label('retentionDays')}>{account.retentionDays}</Fact>
      <Fact label={label('isEnabled')}>{label(account.isEnabled ? 'on' : 'offState')}</Fact>
      {account.kind === 'westfax' && (
        <Fact label={label('lastSync')}>
          {account.lastSyncedAt ? <Moment value={account.lastSyncedAt} /> : label('never')}
        </Fact>
      )}
    </Facts>
  );
};

const SyncButton = ({ account }: { account: FaxAccount }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { run, working } = useDeed({ serverAlone: true, aloud: true });
  const sync = () =>
    run({
      run: () => provider.call('fax', 'syncWestFax', { params: { id: account.id } }),
      done: 'addresses.fax.syncAsked',
      failed: 'addresses.fax.syncFailed',
    });
  return (
    <Button type="button" disabled={working || !account.isEnabled} onClick={() => void sync()}>
      {translate('addresses.fax.sync')}
    </Button>
  );
};

const DeleteAccountDialog = ({
  account,
  onDeleted,
  onClose,
}: {
  account: FaxAccount;
  onDeleted: () => unknown;
  onClose: () => void;
}) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { run, working, failure } = useDeed({ serverAlone: true });
  const count = account.numbers.length;
  const remove = async () => {
    const done = await run({
      run: () =>
        provider.call('fax', account.kind === 'efax' ? 'deleteEfax' : 'deleteWestFax', { params: { id: account.id } }),
      done: 'addresses.fax.deleted',
      failed: 'addresses.fax.deleteFailed',
    });
    if (!done) return;
    onClose();
    await onDeleted();
  };
  return (
    <ConfirmDialog
      title={translate('addresses.fax.deleteTitle', { name: account.displayName })}
      confirmLabel={translate('addresses.fax.delete')}
      typedName={account.displayName}
      working={working}
      failure={failure}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Typography>
        {count === 0
          ? translate('addresses.fax.deleteTextNone')
          : translate('addresses.fax.deleteText', { smart_count: count })}
      </Typography>
    </ConfirmDialog>
  );
};
