import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import type {
  Device,
  License,
  Organization,
  OrganizationAdministrator,
  OrganizationIntegration,
} from '../../../shared/contract/organizationSchemas.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { RelatedList, RelatedTable } from '../../components/RelatedList.tsx';
import { AuditFields } from '../OrganizationInputs.tsx';
import { ConnectionState, LoginState } from '../organizationStates.tsx';
import { OrganizationActivity } from './OrganizationActivity.tsx';

const label = (name: string) => `organizations.info.${name}`;

interface TabProps {
  organization: Organization;
}

/** Info tab: what the organization has, how it is used, and what happened to it; to read. */
export const InfoTab = ({ organization }: TabProps) => (
  <>
    <InfoList reference="organizationadmins" name="administrators">
      <DataTable.Col<OrganizationAdministrator>
        source="name"
        label={label('name')}
        render={({ firstName, lastName }) => `${firstName} ${lastName}`}
      />
      <DataTable.Col source="userName" label={label('userName')} />
      <DataTable.Col<OrganizationAdministrator>
        source="isEnabled"
        label={label('login')}
        render={({ isEnabled }) => <LoginState isEnabled={isEnabled} />}
      />
    </InfoList>
    <InfoList reference="devices" name="devices">
      <DataTable.Col source="name" label={label('name')} />
      <DataTable.Col source="type" label={label('type')} />
      <DataTable.Col source="serialNumber" label={label('serialNumber')} />
      <DataTable.Col<Device>
        source="lastSeen"
        label={label('lastSeen')}
        render={({ lastSeen }) => <DateTimeOr value={lastSeen} none="never" />}
      />
    </InfoList>
    <InfoList reference="licenses" name="licenses">
      <DataTable.Col source="name" label={label('name')} />
      <DataTable.Col source="quantity" label={label('quantity')} />
      <DataTable.Col<License>
        source="validFrom"
        label={label('validFrom')}
        render={({ validFrom }) => <DateTime value={validFrom} dateOnly />}
      />
      <DataTable.Col<License>
        source="validTo"
        label={label('validTo')}
        render={({ validTo }) => <DateTimeOr value={validTo} none="noEnd" dateOnly />}
      />
    </InfoList>
    <InfoList reference="organizationintegrations" name="integrations">
      <DataTable.Col source="name" label={label('name')} />
      <DataTable.Col source="type" label={label('type')} />
      <DataTable.Col<OrganizationIntegration>
        source="isConnected"
        label={label('connection')}
        render={({ isConnected }) => <ConnectionState isConnected={isConnected} />}
      />
    </InfoList>
    <AuditFields organization={organization} />
    <OrganizationActivity organization={organization} />
  </>
);

interface InfoListProps {
  reference: string;
  name: 'administrators' | 'devices' | 'licenses' | 'integrations';
  children: ReactNode;
}

const InfoList = ({ reference, name, children }: InfoListProps) => {
  const translate = useTranslate();
  return (
    <Box sx={{ marginBottom: 3 }}>
      <Typography variant="subtitle1" component="h2" gutterBottom sx={{ fontWeight: 600 }}>
        {translate(label(name))}
      </Typography>
      <RelatedList
        reference={reference}
        empty={<Typography color="textSecondary">{translate(label(`none.${name}`))}</Typography>}
      >
        <RelatedTable label={label(name)}>{children}</RelatedTable>
      </RelatedList>
    </Box>
  );
};

/** A date, or the text for its absence. */
const DateTimeOr = ({ value, none, dateOnly = false }: { value: string | null; none: string; dateOnly?: boolean }) => {
  const translate = useTranslate();
  return value ? <DateTime value={value} dateOnly={dateOnly} /> : translate(label(none));
};
