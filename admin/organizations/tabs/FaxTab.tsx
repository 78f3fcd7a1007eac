import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BooleanInput, NumberInput, TextInput, useGetList, useTranslate } from 'react-admin';
import type { FaxAccount } from '../../../shared/contract/fax.ts';
import { faxText, isFax } from '../../../shared/rules/fax.ts';
import { ActionButton, ActionDialog, DialogButton, SaveDialog } from '../../components/actions.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/FormSection.tsx';
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
  const { data, error, isPending, refetch } = useGetList<FaxAccount>(
    'faxaccounts',
    { filter: { organizationId } },
    { onError: () => undefined },
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <LoadingRows rows={4} />;
  const account = data.find((item) => item.kind === kind);
  const editButton = (
    <DialogButton
      variant="outlined"
      label={label(account ? 'change' : 'create')}
      renderDialog={(close) => (
        <AccountDialog organizationId={organizationId} kind={kind} account={account} onClose={close} />
      )}
    />
  );
  return (
    <>
      <Section title={label(kind)}>
        {account ? (
          <>
            <AccountSummary account={account} />
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', marginTop: 2 }}>
              {editButton}
              {kind === 'westfax' && (
                <ActionButton
                  label={label('sync')}
                  disabled={!account.isEnabled}
                  send={({ fax }) => fax.syncWestFax({ params: { id: account.id } })}
                  done={label('syncRequested')}
                  failed={label('syncFailed')}
                  changes={[]}
                  isServerTextAlone
                />
              )}
              <DialogButton
                color="error"
                label={label('delete')}
                renderDialog={(close) => <DeleteAccountDialog account={account} onClose={close} />}
              />
            </Box>
          </>
        ) : (
          <EmptyState text={label('none')} action={editButton} />
        )}
      </Section>
      {account && <FaxNumbers account={account} />}
    </>
  );
};

interface DialogProps {
  account: FaxAccount;
  onClose: () => void;
}

const DeleteAccountDialog = ({ account: { id, kind, displayName: name, numbers }, onClose }: DialogProps) => {
  const translate = useTranslate();
  return (
    <ActionDialog
      texts={label('delete')}
      values={{ name }}
      typedName={name}
      send={({ fax }) => fax[kind === 'efax' ? 'deleteEfax' : 'deleteWestFax']({ params: { id } })}
      done={label('deleted')}
      failed={label('deleteFailed')}
      changes={sourceResources}
      isServerTextAlone
      onClose={onClose}
    >
      <Typography>
        {numbers.length === 0
          ? translate(label('deleteNoNumbers'))
          : translate(label('deleteNumbers'), { smart_count: numbers.length })}
      </Typography>
    </ActionDialog>
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

const newAccount = { accountNumber: '', displayName: '', isEnabled: true, retentionDays: 30 };

interface AccountDialogProps extends FaxTabProps {
  account: FaxAccount | undefined;
  onClose: () => void;
}

const AccountDialog = ({ organizationId, kind, account, onClose }: AccountDialogProps) => {
  const required = useRequired();
  const { accountNumber, displayName, isEnabled, retentionDays } = account ?? newAccount;
  const text = (name: string, maxLength: number) => ({
    ...textAt(name, maxLength),
    label: label(name),
    validate: required(label(name)),
  });
  return (
    <SaveDialog
      title={label(account ? 'changeTitle' : 'createTitle')}
      submitLabel="addresses.saved.save"
      failureText={label('failed')}
      defaultValues={{ accountNumber, displayName, isEnabled, retentionDays }}
      send={(provider, values) =>
        provider.fax[kind === 'efax' ? 'saveEfax' : 'saveWestFax']({
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
  const { numbers, isEnabled } = account;
  return (
    <Section title={label('numbers')}>
      {!isEnabled && (
        <Alert severity="info" sx={{ marginBottom: 1 }}>
          {translate(label('off'))}
        </Alert>
      )}
      <DialogButton
        variant="outlined"
        label={label('add')}
        disabled={!isEnabled}
        renderDialog={(close) => <AddNumberDialog account={account} onClose={close} />}
      />
      <LocalList resource="documentsources" rows={numbers} empty={label('noNumbers')}>
        <SourceTable label={label('list')} type="Fax" />
      </LocalList>
    </Section>
  );
};

const AddNumberDialog = ({ account: { id, kind, organizationId, displayName: name }, onClose }: DialogProps) => {
  const required = useRequired();
  return (
    <SaveDialog
      title={label('addTitle')}
      submitLabel={label('add')}
      failureText={label('numberFailed')}
      defaultValues={{ address: '', displayName: name }}
      send={({ fax, documentsources }, { address, displayName }): Promise<unknown> =>
        kind === 'westfax'
          ? fax.addWestFaxNumber({ params: { id }, body: { number: address, displayName } })
          : documentsources.create({
              body: { organizationId, type: 'Fax', address, displayName, faxAccountId: id },
            })
      }
      done={label('numberAdded')}
      changes={sourceResources}
      onClose={onClose}
    >
      <TextInput
        {...textAt('address', 25, required('addresses.source.number'), validateFax)}
        type="tel"
        label="addresses.source.number"
      />
      <SourceInputs type="Fax" hasProvider={false} />
    </SaveDialog>
  );
};
