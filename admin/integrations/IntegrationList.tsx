import { DataTable, useTranslate } from 'react-admin';
import type { Integration } from '../../shared/contract/integrations.ts';
import { nameColumn } from '../components/CatalogList.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable } from '../components/ListTable.tsx';
import { type ListState, ListToolbar } from '../components/ListToolbar.tsx';
import { option } from '../components/list/commandArguments.ts';
import { AvailabilityChip, availabilityText } from './integrationStates.tsx';

/** Types such as eClinicalWorks are one word, which no line break divides. */
const wholeNames = { '& td.column-name': { overflowWrap: 'break-word' } };

const filters = [<ListSearch key="q" source="q" alwaysOn label="integrations.search" />];

/** The response has all integrations, so the command filters and sorts them by itself. */
const command = ({ filterValues: { q }, sort }: ListState): string =>
  [
    'carepost integrations list',
    ...option('--where', typeof q === 'string' && q.trim() !== '' ? `name~${q.trim()}` : undefined),
    `--sort ${sort.field}${sort.order === 'DESC' ? ':desc' : ''}`,
  ].join(' ');

/** Integrations of the platform and who may use them. */
export const IntegrationList = () => {
  const translate = useTranslate();
  const capabilitiesOf = ({ capabilities }: Integration) =>
    capabilities.map((one) => translate(`integrations.capabilities.${one}`)).join(', ');
  const columns = [
    { source: 'name' },
    { source: 'capabilities', text: capabilitiesOf },
    { source: 'availability', text: ({ availability }: Integration) => translate(availabilityText(availability)) },
    { source: 'whitelistedCount' },
  ];
  return (
    <ListPage
      title={translate('integrations.title')}
      filters={filters}
      actions={<ListToolbar columns={columns} command={command} />}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText="integrations.none" wraps sx={wholeNames}>
        {nameColumn()}
        <DataTable.Col<Integration>
          source="capabilities"
          disableSort
          render={(integration) => capabilitiesOf(integration) || '–'}
        />
        <DataTable.Col<Integration> source="availability" disableSort render={AvailabilityChip} />
        <DataTable.NumberCol source="whitelistedCount" disableSort />
      </ListTable>
    </ListPage>
  );
};
