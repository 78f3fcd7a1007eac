import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { BooleanInput, NumberInput, TextInput, useGetList, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import { faxText, isFax } from '../../../shared/rules/fax.ts';
import { ActionDialog, SaveDialog, useAction } from '../../components/actions.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { LoadingRows } from '../../components/LoadingRows.tsx';
import { inputAt, textAt, useRequired } from '../../components/RecordForm.tsx';
import { LocalList } from '../../components/RelatedList.tsx';
import { SourceInputs, sourceResources, SourceTable } from './DocumentSources.tsx';

const label = (name: string) => `addresses.fax.${name}`;

interface FaxTabProps {
  organizationId: string;
  kind: FaxAccount['kind'];
}

/** The account of the organization at one fax service with its numbers. */
export const FaxTab = ({ organizationId, kind }: FaxTabProps) => {
  const translate = useTranslate();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const { data, error, isPending, refetch } = useGetList<FaxAccount>(
    'faxaccounts',
    { filter: { organizationId } },
    { onError: () => undefined },
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingRows rows={4} />;
  const account = data.find((item) => item.kind === kind);
  const close = () => setDialog(undefined);
  const openDialog = (
    <Button type="button" variant="outlined" onClick={() => setDialog('edit')}>
      {translate(label(account ? 'change' : 'create'))}
    </Button>
  );
  return (
    <>
      <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }} gutterBottom>
        {translate(label(kind))}
      </Typography>
      {account ? (
        <>
          <AccountSummary account={account} />
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', marginTop: 2 }}>
            {openDialog}
            {kind === 'westfax' && <SyncButton account={account} />}
            <Button type="button" color="error" onClick={() => setDialog('delete')}>
              {translate(label('delete'))}
            </Button>
          </Box>
          <FaxNumbers account={account} />
        </>
      ) : (
        <EmptyState text={label('none')} action={openDialog} />
      )}
      {dialog === 'edit' && (
        <AccountDialog organizationId={organizationId} kind={kind} account={account} onClose={close} />
      )}
      {dialog === 'delete' && account && (
        <ActionDialog
          title={translate(label('deleteTitle'), { name: account.displayName })}
          confirmLabel={translate(label('delete'))}
          typedName={account.displayName}
          changes={sourceResources}
          isServerTextAlone
          action={{
            send: (provider) =>
              provider.call('fax', kind === 'efax' ? 'deleteEfax' : 'deleteWestFax', { params: { id: account.id } }),
            done: label('deleted'),
            failed: label('deleteFailed'),
          }}
          onClose={close}
        >
          <Typography>
            {account.numbers.length === 0
              ? translate(label('deleteTextNone'))
              : translate(label('deleteText'), { smart_count: account.numbers.length })}
          </Typography>
        </ActionDialog>
      )}
    </>
  );
};

const AccountSummary = ({ account }: { account: FaxAccount }) => {
  const translate = useTranslate();
  const text = (name: string) => translate(label(name));
  return (
    <LabeledValues>
      <LabeledValue label={text('accountNumber')}>{account.accountNumber}</LabeledValue>
      <LabeledValue label={text('displayName')}>{account.displayName}</LabeledValue>
      <LabeledValue label={text('retentionDays')}>{account.retentionDays}</LabeledValue>
      <LabeledValue label={text('isEnabled')}>{text(account.isEnabled ? 'on' : 'offState')}</LabeledValue>
      {account.kind === 'westfax' && (
        <LabeledValue label={text('lastSync')}>
          {account.lastSyncedAt ? <DateTime value={account.lastSyncedAt} /> : text('never')}
        </LabeledValue>
      )}
    </LabeledValues>
  );
};

const SyncButton = ({ account: { id, isEnabled } }: { account: FaxAccount }) => {
  const translate = useTranslate();
  const { mutate, isPending } = useAction({ changes: [], isServerTextAlone: true, isFailureNotified: true });
  return (
    <Button
      type="button"
      disabled={isPending || !isEnabled}
      onClick={() =>
        mutate({
          send: (provider) => provider.call('fax', 'syncWestFax', { params: { id } }),
          done: label('syncRequested'),
          failed: label('syncFailed'),
        })
      }
    >
      {translate(label('sync'))}
    </Button>
  );
};

const newAccount = { accountNumber: '', displayName: '', isEnabled: true, retentionDays: 30 };

interface AccountDialogProps extends FaxTabProps {
  account: FaxAccount | undefined;
  onClose: () => void;
}

const AccountDialog = ({ organizationId, kind, account, onClose }: AccountDialogProps) => {
  const translate = useTranslate();
  const required = useRequired();
  const { accountNumber, displayName, isEnabled, retentionDays } = account ?? newAccount;
  const text = (name: string, maxLength: number) => ({
    ...textAt(name, maxLength),
    label: label(name),
    validate: required(label(name)),
  });
  return (
    <SaveDialog
      title={translate(label(account ? 'changeTitle' : 'createTitle'))}
      submitLabel={translate('addresses.saved.save')}
      failureText={translate(label('failed'))}
      defaultValues={{ accountNumber, displayName, isEnabled, retentionDays }}
      send={(provider, values) =>
        provider.call('fax', kind === 'efax' ? 'saveEfax' : 'saveWestFax', {
          body: { ...values, organizationId, ...(account && { version: account.version }) },
        })
      }
      done={label('saved')}
      changes={sourceResources}
      onClose={onClose}
    >
      <TextInput {...text('accountNumber', 50)} />
      <TextInput {...text('displayName', 255)} />
      <NumberInput
        {...inputAt('retentionDays')}
        margin="none"
        label={label('retentionDays')}
        validate={required(label('retentionDays'))}
        step={1}
      />
      <BooleanInput {...inputAt('isEnabled')} label={label('isEnabled')} helperText={false} />
    </SaveDialog>
  );
};

const validateFax = (value: unknown) =>
  typeof value === 'string' && value !== '' && !isFax(value) ? faxText : undefined;

const FaxNumbers = ({ account }: { account: FaxAccount }) => {
  const translate = useTranslate();
  const required = useRequired();
  const [isAdding, setIsAdding] = useState(false);
  const { id, kind, organizationId, numbers, isEnabled } = account;
  return (
    <Box component="section" aria-labelledby="fax-numbers" sx={{ marginTop: 3 }}>
      <Typography id="fax-numbers" variant="subtitle1" component="h2" sx={{ fontWeight: 600 }} gutterBottom>
        {translate(label('numbers'))}
      </Typography>
      {!isEnabled && (
        <Alert severity="info" sx={{ marginBottom: 1 }}>
          {translate(label('off'))}
        </Alert>
      )}
      <Button type="button" variant="outlined" disabled={!isEnabled} onClick={() => setIsAdding(true)}>
        {translate(label('add'))}
      </Button>
      {numbers.length === 0 ? (
        <EmptyState text={label('noNumbers')} />
      ) : (
        <LocalList resource="documentsources" rows={numbers}>
          <SourceTable label={label('list')} type="Fax" />
        </LocalList>
      )}
      {isAdding && (
        <SaveDialog
          title={translate(label('addTitle'))}
          submitLabel={translate(label('add'))}
          failureText={translate(label('numberFailed'))}
          defaultValues={{ address: '', displayName: account.displayName }}
          send={(provider, { address, displayName }): Promise<unknown> =>
            kind === 'westfax'
              ? provider.call('fax', 'addWestFaxNumber', { params: { id }, body: { number: address, displayName } })
              : provider.call('documentsources', 'create', {
                  body: { organizationId, type: 'Fax', address, displayName, faxAccountId: id },
                })
          }
          done={label('numberAdded')}
          changes={sourceResources}
          onClose={() => setIsAdding(false)}
        >
          <TextInput
            {...textAt('address', 25)}
            type="tel"
            label="addresses.source.number"
            validate={[required('addresses.source.number'), validateFax]}
          />
          <SourceInputs type="Fax" hasProvider={false} />
        </SaveDialog>
      )}
    </Box>
  );
};
