import { CatalogList, nameColumn } from '../components/CatalogList.tsx';

/** Specialties an organization can have. */
export const SpecialtyList = () => <CatalogList columns={[{ source: 'name' }]}>{nameColumn()}</CatalogList>;
