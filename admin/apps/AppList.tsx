import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';

/** Apps of the platform. */
export const AppList = () => (
  <CatalogList columns={[{ source: 'name' }]} command={catalogCommand('apps')} importResource="apps">
    {nameColumn()}
  </CatalogList>
);
