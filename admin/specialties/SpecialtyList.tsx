import { CatalogList, nameColumn } from '../components/CatalogList.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';

/** Specialties an organization can have. */
export const SpecialtyList = () => (
  <CatalogList columns={[{ source: 'name' }]} command={catalogCommand('specialties')} importResource="specialties">
    {nameColumn()}
  </CatalogList>
);
