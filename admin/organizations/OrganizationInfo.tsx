import { useTranslate } from 'react-admin';
import type {
  Device,
  License,
  Organization,
  OrganizationAdministrator,
  OrganizationIntegration,
} from '../../shared/contract/organizationSchemas.ts';
import { Moment } from '../components/Moment.tsx';
import type { RecordColumn } from '../components/RecordTable.tsx';
import { useAppConfig } from '../providers/appContext.ts';
import { CaptureList } from './activity/CaptureList.tsx';
import { HistoryList } from './activity/HistoryList.tsx';
import { JobList } from './activity/JobList.tsx';
import { UsageList } from './activity/UsageList.tsx';
import { OrganizationAudit } from './OrganizationAudit.tsx';
import { InfoTable } from './InfoTable.tsx';
import { ConnectionState, LoginState } from './organizationStates.tsx';

const administratorColumns: readonly RecordColumn<OrganizationAdministrator>[] = [
  { name: 'name', label: 'organizations.info.name', render: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { name: 'userName', label: 'organizations.info.userName', render: ({ userName }) => userName },
  { name: 'login', label: 'organizations.info.login', render: ({ isEnabled }) => <LoginState isEnabled={isEnabled} /> },
];
/** A moment, or the word for there being none. */
const MomentOr = ({ value, none, dateOnly = false }: { value: string | null; none: string; dateOnly?: boolean }) => {
  const translate = useTranslate();
  return value ? <Moment value={value} dateOnly={dateOnly} /> : translate(`organizations.info.${none}`);
};

const deviceColumns: readonly RecordColumn<Device>[] = [
  { name: 'name', label: 'organizations.info.name', render: ({ name }) => name },
  { name: 'type', label: 'organizations.info.type', render: ({ type }) => type },
  { name: 'serialNumber', label: 'organizations.info.serialNumber', render: ({ serialNumber }) => serialNumber },
  {
    name: 'lastSeen',
    label: 'organizations.info.lastSeen',
    render: ({ lastSeen }) => <MomentOr value={lastSeen} none="never" />,
  },
];
const licenseColumns: readonly RecordColumn<License>[] = [
  { name: 'name', label: 'organizations.info.name', render: ({ name }) => name },
  { name: 'quantity', label: 'organizations.info.quantity', render: ({ quantity }) => quantity },
  {
    name: 'validFrom',
    label: 'organizations.info.validFrom',
    render: ({ validFrom }) => <Moment value={validFrom} dateOnly />,
  },
  {
    name: 'validTo',
    label: 'organizations.info.validTo',
    render: ({ validTo }) => <MomentOr value={validTo} none="noEnd" dateOnly />,
  },
];
const integrationColumns: readonly RecordColumn<OrganizationIntegration>[] = [
  { name: 'name', label: 'organizations.info.name', render: ({ name }) => name },
  { name: 'type', label: 'organizations.info.type', render: ({ type }) => type },
  {
    name: 'connection',
    label: 'organizations.info.connection',
    render: ({ isConnected }) => <ConnectionState isConnected={isConnected} />,
  },
];

/** Info tab: what the organization has, how it is used, and what happened to it; to read. */
export const OrganizationInfo = ({ organization }: { organization: Organization }) => {
  const { id } = organization;
  const { apiCaptureEnabled } = useAppConfig().features;
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
      <UsageList id={id} />
      <HistoryList id={id} />
      {apiCaptureEnabled && <CaptureList id={id} isCapturing={organization.apiCapture} />}
      <JobList id={id} />
    </>
  );
};
