import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate, useWarnWhenUnsavedChanges } from 'react-admin';
import { useEffect } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import type { NetworkServiceAccount } from '../../shared/contract/networks.ts';
import { ipAddressText, isIpAddress } from '../../shared/rules/ipAddress.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { TagsInput } from '../components/TagsInput.tsx';
import { DeleteServiceAccountButton } from './DeleteServiceAccountButton.tsx';
import { EnabledState } from './NetworkList.tsx';
import { mergedAddresses } from './mergedAddresses.ts';
import { useServiceAccountDeed } from './useServiceAccountDeed.ts';

interface ServiceAccountCardProps {
  networkId: string;
  account: NetworkServiceAccount;
}

const problemOf = (address: string): string | null => (isIpAddress(address) ? null : ipAddressText);

/** Client id, whether it may sign in, and the addresses it may call from. */
export const ServiceAccountCard = ({ networkId, account }: ServiceAccountCardProps) => {
  const translate = useTranslate();
  const { run, working } = useServiceAccountDeed();
  const params = { id: networkId };
  const { clientId, isEnabled } = account;
  const turn = () =>
    run(isEnabled ? 'disabled' : 'enabled', 'stateFailed', (provider) =>
      isEnabled
        ? provider.call('networks', 'disableServiceAccount', { params })
        : provider.call('networks', 'enableServiceAccount', { params }),
    );
  return (
    <>
      <Facts>
        <Fact label={translate('networks.serviceAccount.clientId')}>
          {clientId} <CopyButton text={clientId} label={translate('networks.serviceAccount.copy')} />
        </Fact>
        <Fact label={translate('networks.serviceAccount.state')}>
          <EnabledState isEnabled={isEnabled} />
        </Fact>
      </Facts>
      <AddressesForm networkId={networkId} stored={account.ipAddresses} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 3 }}>
        <Button variant="outlined" disabled={working} onClick={() => void turn()}>
          {translate(isEnabled ? 'networks.serviceAccount.disable' : 'networks.serviceAccount.enable')}
        </Button>
        <DeleteServiceAccountButton networkId={networkId} clientId={clientId} />
      </Box>
    </>
  );
};

/** The addresses as tags, saved together. */
const AddressesForm = ({ networkId, stored }: { networkId: string; stored: readonly string[] }) => {
  const translate = useTranslate();
  const { run, working, failure } = useServiceAccountDeed();
  const { control, reset, formState } = useForm({ defaultValues: { ipAddresses: [...stored] } });
  const { field, fieldState } = useController({ name: 'ipAddresses', control });
  const { isDirty } = fieldState;
  // What was read again takes nothing away from what is being typed.
  useEffect(() => {
    if (!isDirty) reset({ ipAddresses: [...stored] });
  }, [stored, isDirty, reset]);
  const addresses = field.value;
  const isWrong = addresses.some((address) => problemOf(address) !== null);
  const save = async () => {
    let saved = addresses;
    const isSaved = await run('addressesSaved', 'addressesFailed', async (provider) => {
      const present = await provider.call('networks', 'serviceAccount', { params: { id: networkId } }, { fresh: true });
      saved = mergedAddresses(formState.defaultValues?.ipAddresses ?? [], addresses, present?.ipAddresses ?? []);
      await provider.call('networks', 'setServiceAddresses', {
        params: { id: networkId },
        body: { ipAddresses: saved },
      });
    });
    if (isSaved) reset({ ipAddresses: saved });
  };
  return (
    <Box sx={{ marginTop: 3, maxWidth: 640 }}>
      {isDirty && <UnsavedGuard control={control as unknown as Control} />}
      <TagsInput
        label={translate('networks.serviceAccount.addresses')}
        helperText={translate('networks.serviceAccount.addressesHint')}
        value={addresses}
        onChange={field.onChange}
        inputRef={field.ref}
        problemOf={problemOf}
        areWords
      />
      {failure && (
        <Alert severity="error" sx={{ marginTop: 1 }}>
          {failure}
        </Alert>
      )}
      <Button
        variant="contained"
        disabled={working || !isDirty || isWrong}
        onClick={() => void save()}
        sx={{ marginTop: 1 }}
      >
        {translate('networks.serviceAccount.saveAddresses')}
      </Button>
    </Box>
  );
};

/** Asks before unsaved addresses are left. The router asks one guard only, the last: without changes it is left to the form of the network. */
const UnsavedGuard = ({ control }: { control: Control }) => {
  useWarnWhenUnsavedChanges(true, undefined, control);
  return null;
};
