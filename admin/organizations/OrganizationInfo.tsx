import { useTranslate } from 'ra-core';
import type {
  Device,
  License,
  Organization,
  OrganizationAdministrator,
  OrganizationIntegration,
} from '../../shared/contract/organizationSchemas.ts';
import { Moment } from '../components/Moment.tsx';
import { OrganizationAudit } from './OrganizationFacts.tsx';
import { type InfoColumn, InfoTable } from './InfoTable.tsx';
import { ConnectionState, LoginState } from './organizationStates.tsx';

const administratorColumns: readonly InfoColumn<OrganizationAdministrator>[] = [
  { label: 'name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { label: 'userName', cell: ({ userName }) => userName },
  { label: 'login', cell: ({ isEnabled }) => <LoginState isEnabled={isEnabled} /> },
];
/** A moment, or the word for there being none. */
const MomentOr = ({ value, none, dateOnly = false }: { value: string | null; none: string; dateOnly?: boolean }) => {
  const translate = useTranslate();
  return value ? <Moment value={value} dateOnly={dateOnly} /> : translate(`organizations.info.${none}`);
};

const deviceColumns: readonly InfoColumn<Device>[] = [
  { label: 'name', cell: ({ name }) => name },
  { label: 'type', cell: ({ type }) => type },
  { label: 'serialNumber', cell: ({ serialNumber }) => serialNumber },
  { label: 'lastSeen', cell: ({ lastSeen }) => <MomentOr value={lastSeen} none="never" /> },
];
const licenseColumns: readonly InfoColumn<License>[] = [
  { label: 'name', cell: ({ name }) => name },
  { label: 'quantity', cell: ({ quantity }) => quantity },
  { label: 'validFrom', cell: ({ validFrom }) => <Moment value={validFrom} dateOnly /> },
  { label: 'validTo', cell: ({ validTo }) => <MomentOr value={validTo} none="noEnd" dateOnly /> },
];
const integrationColumns: readonly InfoColumn<OrganizationIntegration>[] = [
  { label: 'name', cell: ({ name }) => name },
  { label: 'type', cell: ({ type }) => type },
  { label: 'connection', cell: ({ isConnected }) => <ConnectionState isConnected={isConnected} /> },
];

/** Info tab: people, devices, licenses and record systems of the organization, to read. */
export const OrganizationInfo = ({ organization }: { organization: Organization }) => {
  const { id } = organization;
  return (
    <>
      <InfoTable
        name="administrators"
        id={id}
        load={(provider, signal) => provider.admins(id, { signal })}
        columns={administratorColumns}
      />
      <InfoTable
        name="devices"
        id={id}
        load={(provider, signal) => provider.devices(id, { signal })}
        columns={deviceColumns}
      />
      <InfoTable
        name="licenses"
        id={id}
        load={(provider, signal) => provider.licenses(id, { signal })}
        columns={licenseColumns}
      />
      <InfoTable
        name="integrations"
        id={id}
        load={(provider, signal) => provider.integrations(id, { signal })}
        columns={integrationColumns}
      />
      <OrganizationAudit organization={organization} />
    </>
  );
};
