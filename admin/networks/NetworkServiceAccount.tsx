import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useTranslate } from 'react-admin';
import { useEffect } from 'react';
import { FormProvider, useController, useForm } from 'react-hook-form';
import type { Network, NetworkServiceAccount as Account } from '../../shared/contract/networks.ts';
import { ipAddressText, isIpAddress } from '../../shared/rules/ipAddress.ts';
import { type Action, ActionButton, ActionDialog, DialogButton, useAction } from '../components/actions.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormDraft } from '../components/FormDraft.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { TagsBox } from '../components/TagsInput.tsx';
import { UnsavedGuard } from '../components/UnsavedChanges.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { EnabledField } from './NetworkList.tsx';

const label = (name: string) => `networks.serviceAccount.${name}`;
const changes = ['networks'];

/** The one service account a network may have. */
export const NetworkServiceAccount = ({ network }: { network: Network }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const params = { id: network.id };
  const { data, error, refetch } = useQuery({
    queryKey: ['networks', 'serviceAccount', network.id],
    queryFn: ({ signal }) => provider.networks.serviceAccount({ params }, { signal }),
  });
  const create = (
    <ActionButton
      variant="contained"
      label={label('create')}
      send={({ networks }) => networks.createServiceAccount({ params })}
      done={label('created')}
      failed={label('createFailed')}
      changes={changes}
    />
  );
  return (
    <Paper variant="outlined" sx={{ padding: 2 }}>
      <Typography color="textSecondary" sx={{ marginBottom: 2 }}>
        {translate(label('text'))}
      </Typography>
      {error && <ErrorState error={error} title={translate(label('failed'))} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LoadingRows rows={3} />}
      {data === null && <EmptyState text={label('none')} action={create} />}
      {data && <AccountSummary networkId={network.id} account={data} />}
    </Paper>
  );
};

/** Client id, whether it may sign in, and the addresses it may call from. */
const AccountSummary = ({ networkId, account }: { networkId: string; account: Account }) => {
  const params = { id: networkId };
  const { clientId, isEnabled } = account;
  return (
    <>
      <LabeledValues>
        <LabeledValue label={label('clientId')}>
          {clientId} <CopyButton text={clientId} label={label('copy')} />
        </LabeledValue>
        <LabeledValue label={label('state')}>
          <EnabledField source="isEnabled" record={account} />
        </LabeledValue>
      </LabeledValues>
      <AddressesForm networkId={networkId} stored={account.ipAddresses} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 3 }}>
        <ActionButton
          variant="outlined"
          label={label(isEnabled ? 'disable' : 'enable')}
          send={({ networks }) => networks[isEnabled ? 'disableServiceAccount' : 'enableServiceAccount']({ params })}
          done={label(isEnabled ? 'disabled' : 'enabled')}
          failed={label('stateFailed')}
          changes={changes}
        />
        <DialogButton
          variant="outlined"
          color="error"
          label={label('delete')}
          renderDialog={(close) => (
            // Systems that use the account can never sign in again, so its client id is typed first.
            <ActionDialog
              texts={label('delete')}
              values={{ clientId }}
              typedName={clientId}
              send={({ networks }) => networks.deleteServiceAccount({ params })}
              done={label('deleted')}
              failed={label('deleteFailed')}
              changes={changes}
              onClose={close}
            />
          )}
        />
      </Box>
    </>
  );
};

const problemOf = (address: string): string | null => (isIpAddress(address) ? null : ipAddressText);

/** The local list with what another user added and removed since it was read. */
const mergedAddresses = (
  base: readonly (string | undefined)[],
  local: readonly string[],
  remote: readonly string[],
): string[] => {
  const current = local.filter((address) => remote.includes(address) || !base.includes(address));
  const added = remote.filter((address) => !base.includes(address) && !current.includes(address));
  return [...current, ...added];
};

/** The addresses as tags, saved together. */
const AddressesForm = ({ networkId, stored }: { networkId: string; stored: readonly string[] }) => {
  const translate = useTranslate();
  const { mutate, isPending, failure } = useAction({ changes, isFailureNotified: true });
  const { pathname } = useLocation();
  const form = useForm({ defaultValues: { ipAddresses: [...stored] } });
  const { control, reset, formState } = form;
  const { field, fieldState } = useController({ name: 'ipAddresses', control });
  const { isDirty } = fieldState;
  // A list that is loaded again does not overwrite typed addresses.
  useEffect(() => {
    if (!isDirty) reset({ ipAddresses: [...stored] });
  }, [stored, isDirty, reset]);
  const addresses = field.value;
  const isWrong = addresses.some((address) => problemOf(address) !== null);
  const send: Action['send'] = async ({ networks }) => {
    const params = { id: networkId };
    const current = await networks.serviceAccount({ params }, { fresh: true });
    const before = formState.defaultValues?.ipAddresses ?? [];
    const ipAddresses = mergedAddresses(before, addresses, current?.ipAddresses ?? []);
    await networks.setServiceAddresses({ params, body: { ipAddresses } });
    reset({ ipAddresses });
  };
  return (
    <Box sx={{ marginTop: 3, maxWidth: 640 }}>
      <FormProvider {...form}>
        <FormDraft page={pathname} form="serviceAccount" version={stored.join(' ')} />
        {isDirty && <UnsavedGuard />}
      </FormProvider>
      <TagsBox
        label={translate(label('addresses'))}
        helperText={translate(label('addressesHint'))}
        value={addresses}
        onChange={field.onChange}
        inputRef={field.ref}
        problemOf={problemOf}
        splitsAtSpaces
      />
      {failure && (
        <Alert severity="error" sx={{ marginTop: 1 }}>
          {failure}
        </Alert>
      )}
      <Button
        variant="contained"
        disabled={isPending || !isDirty || isWrong}
        onClick={() => mutate({ send, done: label('addressesSaved'), failed: label('addressesFailed') })}
        sx={{ marginTop: 1 }}
      >
        {translate(label('saveAddresses'))}
      </Button>
    </Box>
  );
};
