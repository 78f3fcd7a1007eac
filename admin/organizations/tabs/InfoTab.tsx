import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import type {
  Organization,
  OrganizationAdministrator,
  OrganizationIntegration,
} from '../../../shared/contract/organizationSchemas.ts';
import { DateTimeField } from '../../components/DateTime.tsx';
import { Section } from '../../components/FormSection.tsx';
import { RelatedList, RelatedTable } from '../../components/RelatedList.tsx';
import { AuditFields } from '../OrganizationInputs.tsx';
import { ConnectionChip, LoginField } from '../organizationStates.tsx';
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
      <DataTable.Col source="isEnabled" label={label('login')} field={LoginField} />
    </InfoList>
    <InfoList reference="devices" name="devices">
      <DataTable.Col source="name" label={label('name')} />
      <DataTable.Col source="type" label={label('type')} />
      <DataTable.Col source="serialNumber" label={label('serialNumber')} />
      <DataTable.Col source="lastSeen" label={label('lastSeen')}>
        <DateTimeField source="lastSeen" emptyText={label('never')} />
      </DataTable.Col>
    </InfoList>
    <InfoList reference="licenses" name="licenses">
      <DataTable.Col source="name" label={label('name')} />
      <DataTable.Col source="quantity" label={label('quantity')} />
      <DataTable.Col source="validFrom" label={label('validFrom')}>
        <DateTimeField source="validFrom" dateOnly />
      </DataTable.Col>
      <DataTable.Col source="validTo" label={label('validTo')}>
        <DateTimeField source="validTo" dateOnly emptyText={label('noEnd')} />
      </DataTable.Col>
    </InfoList>
    <InfoList reference="organizationintegrations" name="integrations">
      <DataTable.Col source="name" label={label('name')} />
      <DataTable.Col source="type" label={label('type')} />
      <DataTable.Col<OrganizationIntegration>
        source="isConnected"
        label={label('connection')}
        render={ConnectionChip}
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

const InfoList = ({ reference, name, children }: InfoListProps) => (
  <Section title={label(name)}>
    <RelatedList
      reference={reference}
      empty={<Typography color="textSecondary">{useTranslate()(label(`none.${name}`))}</Typography>}
    >
      <RelatedTable label={label(name)}>{children}</RelatedTable>
    </RelatedList>
  </Section>
);
