import Box from '@mui/material/Box';
import { DataTable, useTranslate } from 'react-admin';
import type { BrandItem } from '../../shared/contract/brands.ts';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';

const filters = [<ListSearch key="q" source="q" alwaysOn label="brands.search" />];
const columns = ['name', 'appUrl', 'supportEmail', 'primaryColor', 'identityProvider.connectionName'].map((source) => ({
  source,
}));

/** Brands of the platform. */
export const BrandList = () => (
  <ListPage
    title={useTranslate()('brands.title')}
    titleActions={<AddButton label="brands.add" />}
    filters={filters}
    actions={<ListToolbar columns={columns} />}
    sort={{ field: 'name', order: 'ASC' }}
  >
    <ListTable emptyText="brands.none">
      <DataTable.Col<BrandItem> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
      <DataTable.Col source="appUrl" disableSort />
      <DataTable.Col source="supportEmail" disableSort />
      <DataTable.Col<BrandItem>
        source="primaryColor"
        disableSort
        render={({ primaryColor }) => <ColorSample color={primaryColor} />}
      />
      <DataTable.Col<BrandItem>
        source="identityProvider.connectionName"
        disableSort
        render={({ identityProvider }) => identityProvider.connectionName ?? '–'}
      />
    </ListTable>
  </ListPage>
);

const ColorSample = ({ color }: { color: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box
      component="span"
      aria-hidden
      sx={{ width: 14, height: 14, borderRadius: 0.5, border: 1, borderColor: 'divider', bgcolor: color }}
    />
    {color}
  </Box>
);
