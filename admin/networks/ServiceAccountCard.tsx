import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { NetworkServiceAccount } from '../../shared/contract/networks.ts';
import { ipAddressText, isIpAddress } from '../../shared/rules/ipAddress.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { TagsInput } from '../components/TagsInput.tsx';
import { DeleteServiceAccountButton } from './DeleteServiceAccountButton.tsx';
import { EnabledState } from './NetworkList.tsx';
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
  const { run, working } = useServiceAccountDeed();
  const [addresses, setAddresses] = useState(stored);
  const [failure, setFailure] = useState<string | null>(null);
  const isChanged = addresses.join() !== stored.join();
  const isWrong = addresses.some((address) => problemOf(address) !== null);
  const save = async () =>
    setFailure(
      await run('addressesSaved', 'addressesFailed', (provider) =>
        provider.call('networks', 'setServiceAddresses', {
          params: { id: networkId },
          body: { ipAddresses: [...addresses] },
        }),
      ),
    );
  return (
    <Box sx={{ marginTop: 3, maxWidth: 640 }}>
      <TagsInput
        label={translate('networks.serviceAccount.addresses')}
        helperText={translate('networks.serviceAccount.addressesHint')}
        value={addresses}
        onChange={setAddresses}
        problemOf={problemOf}
      />
      {failure && (
        <Alert severity="error" sx={{ marginTop: 1 }}>
          {failure}
        </Alert>
      )}
      <Button
        variant="contained"
        disabled={working || !isChanged || isWrong}
        onClick={() => void save()}
        sx={{ marginTop: 1 }}
      >
        {translate('networks.serviceAccount.saveAddresses')}
      </Button>
    </Box>
  );
};
