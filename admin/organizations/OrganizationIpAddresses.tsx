import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { ipAddressText, isIpAddress } from '../../shared/rules/ipAddress.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Fact, Facts } from '../components/Fact.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormTags } from '../components/FormTags.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { organizationsResource } from './useOrganizationList.ts';

const addressProblem = (text: string) => (isIpAddress(text) ? null : `${text}: ${ipAddressText}`);

/** IP addresses tab: where its people may work from, and for comparison what its service accounts have registered. */
export const OrganizationIpAddresses = ({ organization }: { organization: Organization }) => {
  const translate = useTranslate();
  const addresses: unknown = useWatch({ name: 'allowedIpAddresses' });
  const isLimited = Array.isArray(addresses) && addresses.length > 0;
  return (
    <>
      <FormSection title={translate('organizations.sections.allowedIpAddresses')}>
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexDirection: 'column', gap: 2 }}>
          <Alert severity={isLimited ? 'warning' : 'info'}>
            {translate(`organizations.ipAddresses.${isLimited ? 'lockOut' : 'anywhere'}`)}
          </Alert>
          <FormTags
            source="allowedIpAddresses"
            label="organizations.fields.allowedIpAddresses"
            helperText={translate('organizations.ipAddresses.hint')}
            problemOf={addressProblem}
            areWords
          />
        </Box>
      </FormSection>
      <ServiceAccountAddresses id={organization.id} />
    </>
  );
};

const ServiceAccountAddresses = ({ id }: { id: string }) => {
  const translate = useTranslate();
  const provider = useAppDataProvider();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [organizationsResource, id, 'serviceAccounts'],
    queryFn: ({ signal }) => provider.serviceAccounts(id, { signal }),
    retry: false,
  });
  const registered = data?.filter(({ clientIpAddresses }) => clientIpAddresses.length > 0) ?? [];
  return (
    <FormSection title={translate('organizations.sections.serviceAccountAddresses')}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Typography variant="body2" color="textSecondary" gutterBottom>
          {translate('organizations.ipAddresses.accountsHint')}
        </Typography>
        {isPending && <LoadingRows rows={2} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && registered.length === 0 && (
          <Typography>{translate('organizations.ipAddresses.noAccounts')}</Typography>
        )}
        {registered.length > 0 && (
          <Facts>
            {registered.map((account) => (
              <Fact key={account.id} label={account.clientId}>
                {account.clientIpAddresses.map((address) => (
                  <div key={address}>{address}</div>
                ))}
              </Fact>
            ))}
          </Facts>
        )}
      </Box>
    </FormSection>
  );
};
