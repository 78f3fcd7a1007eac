import Box from '@mui/material/Box';
import { DataTable, useTranslate } from 'react-admin';
import type { ResellerItem } from '../../shared/contract/resellers.ts';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { ColorSwatch } from './ResellerColorInput.tsx';
import { colorName, typeLabel } from './resellerModel.ts';

const filters = [<ListSearch key="q" source="q" alwaysOn label="resellers.search" />];

export const ResellerList = () => {
  const translate = useTranslate();
  const typeText = ({ type }: ResellerItem) => translate(typeLabel(type));
  const colorText = ({ color }: ResellerItem) => colorName(color);
  return (
    <ListPage
      title={translate('resellers.title')}
      titleActions={<AddButton label="resellers.add" />}
      filters={filters}
      actions={
        <ListToolbar
          columns={[
            { source: 'name' },
            { source: 'type', text: typeText },
            { source: 'urlCode' },
            { source: 'color', text: colorText },
          ]}
        />
      }
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable emptyText="resellers.none">
        <DataTable.Col<ResellerItem> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
        <DataTable.Col<ResellerItem> source="type" disableSort render={typeText} />
        <DataTable.Col source="urlCode" disableSort />
        <DataTable.Col<ResellerItem>
          source="color"
          disableSort
          render={(reseller) => (
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
              <ColorSwatch color={reseller.color} />
              {colorText(reseller)}
            </Box>
          )}
        />
      </ListTable>
    </ListPage>
  );
};
