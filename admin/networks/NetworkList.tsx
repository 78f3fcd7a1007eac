import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined';
import { DataTable, useTranslate } from 'react-admin';
import type { NetworkItem } from '../../shared/contract/networks.ts';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { stateField } from '../components/StateChip.tsx';

const filters = [<ListSearch key="q" source="q" alwaysOn label="networks.search" />];

export const NetworkList = () => {
  const translate = useTranslate();
  const stateText = ({ isEnabled }: NetworkItem) => translate(`networks.states.${isEnabled ? 'enabled' : 'disabled'}`);
  return (
    <ListPage
      title={translate('networks.title')}
      titleActions={<AddButton label="networks.add" />}
      filters={filters}
      actions={<ListToolbar columns={[{ source: 'name' }, { source: 'isEnabled', text: stateText }]} />}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText="networks.none">
        <DataTable.Col<NetworkItem> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
        <DataTable.Col source="isEnabled" disableSort field={EnabledField} />
      </ListTable>
    </ListPage>
  );
};

/** Enabled or disabled, as icon and text. */
export const EnabledField = stateField(
  { icon: CheckCircle, severity: 'good', label: 'networks.states.enabled' },
  { icon: RemoveCircle, severity: 'bad', label: 'networks.states.disabled' },
);
