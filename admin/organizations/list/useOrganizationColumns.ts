import { useListColumns } from '../../components/list/useListColumns.ts';
import { useAppConfig } from '../../providers/appContext.ts';
import { columnsFor } from '../organizationColumns.tsx';

/** Which columns the list of organizations shows. */
export const useOrganizationColumns = () =>
  useListColumns({
    key: 'organizations.columns',
    offered: columnsFor(useAppConfig().features),
    always: 'name',
    labels: 'organizations.columns',
  });
export type OrganizationColumns = ReturnType<typeof useOrganizationColumns>;
