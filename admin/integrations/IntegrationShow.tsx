import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { DataTable, LinkBase, SelectInput, useTranslate } from 'react-admin';
import type { IntegrationDetail, IntegrationOrganization } from '../../shared/contract/integrations.ts';
import { Section } from '../components/FormSection.tsx';
import { LabeledValue, LabeledValues } from '../components/LabeledValue.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { RecordShow } from '../components/RecordPages.tsx';
import { AvailabilityChip, UseChip } from './integrationStates.tsx';

const label = (field: string) => `integrations.fields.${field}`;

/** One integration with its organizations. */
export const IntegrationShow = () => (
  <RecordShow<IntegrationDetail>
    titleOf={({ name }) => name}
    hasOwnDelete
    render={(integration) => (
      <>
        <Paper variant="outlined" sx={{ padding: 2, marginBottom: 2 }}>
          <IntegrationSummary integration={integration} />
        </Paper>
        <Section title="integrations.organizations">
          <IntegrationOrganizations integration={integration} />
        </Section>
      </>
    )}
  />
);

const IntegrationSummary = ({ integration }: { integration: IntegrationDetail }) => {
  const translate = useTranslate();
  const { id, type, capabilities, whitelistedCount, organizationCount, blockedCount } = integration;
  const query = new URLSearchParams({ filter: JSON.stringify({ integrationId: id }) });
  return (
    <LabeledValues>
      <LabeledValue label={label('type')}>{type}</LabeledValue>
      <LabeledValue label={label('capabilities')}>
        {capabilities.map((one) => translate(`integrations.capabilities.${one}`)).join(', ') || '–'}
      </LabeledValue>
      <LabeledValue label={label('availability')}>
        <AvailabilityChip {...integration} />
      </LabeledValue>
      <LabeledValue label={label('whitelistedCount')}>
        <Link component={LinkBase} to={`/admin/integrationwhitelist?${query.toString()}`}>
          {translate('integrations.openWhitelist', { count: whitelistedCount })}
        </Link>
      </LabeledValue>
      <LabeledValue label={label('organizationCount')}>{organizationCount}</LabeledValue>
      <LabeledValue label={label('blockedCount')}>{blockedCount}</LabeledValue>
    </LabeledValues>
  );
};

const filters = [
  <ListSearch key="q" source="q" alwaysOn label="integrations.searchOrganizations" />,
  <SelectInput
    margin="none"
    key="isAllowed"
    source="isAllowed"
    alwaysOn
    label={label('isAllowed')}
    emptyText="integrations.all"
    helperText={false}
    choices={[
      { id: 'true', name: 'integrations.allowed' },
      { id: 'false', name: 'integrations.uses.blocked' },
    ]}
  />,
];
const openOrganization = ({ id }: { id: unknown }) => `/admin/organizations/${String(id)}/info`;

const IntegrationOrganizations = ({ integration }: { integration: IntegrationDetail }) => {
  const translate = useTranslate();
  return (
    <ListPage
      resource="integrationorganizations"
      filter={{ integrationId: integration.id }}
      storeKey={false}
      sort={{ field: 'name', order: 'ASC' }}
      filters={filters}
    >
      <ListTable
        emptyText="integrations.noOrganizations"
        rowClick={openOrganization}
        aria-label={translate('integrations.organizations')}
      >
        <DataTable.Col<IntegrationOrganization>
          source="name"
          label={label('organization')}
          render={(organization) => (
            <Link component={LinkBase} to={openOrganization(organization)} color="inherit">
              {organization.name}
            </Link>
          )}
        />
        <DataTable.Col source="orgId" label={label('orgId')} disableSort />
        <DataTable.Col<IntegrationOrganization>
          source="connections"
          label={label('connections')}
          disableSort
          render={({ connections }) => connections.join(', ')}
        />
        <DataTable.Col<IntegrationOrganization>
          source="isAllowed"
          label={label('isAllowed')}
          disableSort
          render={UseChip}
        />
      </ListTable>
    </ListPage>
  );
};
