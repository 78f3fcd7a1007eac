import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate, WithListContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { ServiceAccount } from '../../../shared/contract/organizationSchemas.ts';
import { ipAddressText, isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { LabeledValue, LabeledValues } from '../../components/LabeledValue.tsx';
import { FormSection } from '../../components/FormSection.tsx';
import { RelatedList } from '../../components/RelatedList.tsx';
import { TagsInput } from '../../components/TagsInput.tsx';

const addressProblem = (text: string) => (isIpAddress(text) ? null : `${text}: ${ipAddressText}`);

/** IP addresses tab: the addresses users may work from, beside those that service accounts have registered. */
export const IpAddressesTab = () => {
  const translate = useTranslate();
  const addresses: unknown = useWatch({ name: 'allowedIpAddresses' });
  const isLimited = Array.isArray(addresses) && addresses.length > 0;
  return (
    <>
      <FormSection title="organizations.sections.allowedIpAddresses">
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexDirection: 'column', gap: 2 }}>
          <Alert severity={isLimited ? 'warning' : 'info'}>
            {translate(`organizations.ipAddresses.${isLimited ? 'lockOut' : 'anywhere'}`)}
          </Alert>
          <TagsInput
            source="allowedIpAddresses"
            label="organizations.fields.allowedIpAddresses"
            helperText="organizations.ipAddresses.hint"
            problemOf={addressProblem}
            splitsAtSpaces
          />
        </Box>
      </FormSection>
      <ServiceAccountAddresses />
    </>
  );
};

const ServiceAccountAddresses = () => {
  const translate = useTranslate();
  const none = <Typography>{translate('organizations.ipAddresses.noAccounts')}</Typography>;
  return (
    <FormSection title="organizations.sections.serviceAccountAddresses">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Typography variant="body2" color="textSecondary" gutterBottom>
          {translate('organizations.ipAddresses.accountsHint')}
        </Typography>
        <RelatedList reference="serviceaccounts" perPage={1000} empty={none}>
          <WithListContext<ServiceAccount>
            render={({ data = [] }) => {
              const registered = data.filter(({ clientIpAddresses }) => clientIpAddresses.length > 0);
              if (registered.length === 0) return none;
              return (
                <LabeledValues>
                  {registered.map((account) => (
                    <LabeledValue key={account.id} label={account.clientId}>
                      {account.clientIpAddresses.map((address) => (
                        <div key={address}>{address}</div>
                      ))}
                    </LabeledValue>
                  ))}
                </LabeledValues>
              );
            }}
          />
        </RelatedList>
      </Box>
    </FormSection>
  );
};
