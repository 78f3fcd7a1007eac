import { DataTable, useTranslate } from 'react-admin';
import type { ResellerItem } from '../../shared/contract/resellers.ts';
import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { ColorSwatch } from '../components/ColorSwatch.tsx';
import { colorName, typeLabel } from './resellerModel.ts';

export const ResellerList = () => {
  const translate = useTranslate();
  const typeText = ({ type }: ResellerItem) => translate(typeLabel(type));
  const columns = [
    { source: 'name' },
    { source: 'type', text: typeText },
    { source: 'urlCode' },
    { source: 'color', text: ({ color }: ResellerItem) => colorName(color) },
  ];
  return (
    <CatalogList columns={columns} command={catalogCommand('resellers')} importResource="resellers">
      {nameColumn()}
      <DataTable.Col<ResellerItem> source="type" disableSort render={typeText} />
      <DataTable.Col source="urlCode" disableSort />
      <DataTable.Col<ResellerItem>
        source="color"
        disableSort
        render={({ color }) => <ColorSwatch color={color} name={colorName(color)} />}
      />
    </CatalogList>
  );
};
