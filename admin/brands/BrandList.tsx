import { DataTable } from 'react-admin';
import type { BrandItem } from '../../shared/contract/brands.ts';
import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { ColorSwatch } from '../components/ColorSwatch.tsx';

const columns = ['name', 'appUrl', 'supportEmail', 'primaryColor', 'identityProvider.connectionName'].map((source) => ({
  source,
}));

/** Brands of the platform. */
export const BrandList = () => (
  <CatalogList columns={columns} command={catalogCommand('brands')} importResource="brands">
    {nameColumn()}
    <DataTable.Col source="appUrl" disableSort />
    <DataTable.Col source="supportEmail" disableSort />
    <DataTable.Col<BrandItem>
      source="primaryColor"
      disableSort
      render={({ primaryColor }) => <ColorSwatch color={primaryColor} />}
    />
    <DataTable.Col<BrandItem>
      source="identityProvider.connectionName"
      disableSort
      render={({ identityProvider }) => identityProvider.connectionName ?? '–'}
    />
  </CatalogList>
);
