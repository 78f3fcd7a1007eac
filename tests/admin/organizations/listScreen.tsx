import { ResourceContextProvider } from 'react-admin';
import { OrganizationList } from '../../../admin/organizations/OrganizationList.tsx';

/** The list in the context that its <Resource> gives it. */
export const OrganizationListPage = () => (
  <ResourceContextProvider value="organizations">
    <OrganizationList />
  </ResourceContextProvider>
);
