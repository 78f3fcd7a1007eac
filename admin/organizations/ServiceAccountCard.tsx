import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useNotify, useTranslate } from 'react-admin';
import type { ServiceAccount } from '../../shared/contract/organizationSchemas.ts';
import { addressLimitProblem } from '../../shared/rules/organization.ts';
import { Fact, Facts } from '../components/Fact.tsx';
import { serverWords } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { CountField } from './CountField.tsx';

interface ServiceAccountCardProps {
  organizationId: string;
  account: ServiceAccount;
  onUpdated: () => void;
}

/** One service account; its allowed addresses cannot be fewer than those it has registered (spec 1 section 5). */
export const ServiceAccountCard = ({ organizationId, account, onUpdated }: ServiceAccountCardProps) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const notify = useNotify();
  const label = (name: string) => translate(`organizations.serviceAccounts.${name}`);
  const { id, clientId, serviceAccountEnabled, allowedAddressCount, clientIpAddresses } = account;

  const update = async (count: number) => {
    try {
      await provider.setAddressLimit(organizationId, id, count);
      notify('organizations.serviceAccounts.addressesUpdated', { type: 'success' });
      onUpdated();
      return null;
    } catch (error) {
      notify('organizations.serviceAccounts.addressesFailed', { type: 'error' });
      return serverWords(error).join(' ') || label('addressesFailed');
    }
  };

  return (
    <Paper variant="outlined" component="section" aria-label={clientId} sx={{ padding: 2, marginBottom: 2 }}>
      <Facts>
        <Fact label={label('clientId')}>{clientId}</Fact>
        <Fact label={label('enabled')}>{label(serviceAccountEnabled ? 'yes' : 'no')}</Fact>
        <Fact label={label('addresses')}>
          {clientIpAddresses.length === 0 ? (
            label('noAddresses')
          ) : (
            <Box component="ul" sx={{ margin: 0, paddingLeft: 2 }}>
              {clientIpAddresses.map((address) => (
                <li key={address}>{address}</li>
              ))}
            </Box>
          )}
        </Fact>
      </Facts>
      <Box sx={{ marginTop: 2 }}>
        <CountField
          key={allowedAddressCount}
          label={label('allowedAddresses')}
          updateLabel={translate('organizations.serviceAccounts.updateAddresses', { clientId })}
          value={allowedAddressCount}
          problemOf={(count) => addressLimitProblem(count, clientIpAddresses.length)}
          onUpdate={update}
        />
      </Box>
    </Paper>
  );
};
