import { lazy } from 'react';
import { ListTools } from '../../components/list/ListTools.tsx';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { organizationViews } from './organizationViews.ts';
import type { OrganizationColumns } from './useOrganizationColumns.ts';

const OrganizationFilterPanel = lazy(() => import('./OrganizationFilterPanel.tsx'));
const OrganizationCommand = lazy(() => import('./OrganizationCommand.tsx'));

interface OrganizationListToolsProps {
  list: OrganizationListState;
  columns: OrganizationColumns;
}

/** Beyond the specification: filters, saved views, columns and the list as a command. */
export const OrganizationListTools = ({ list, columns }: OrganizationListToolsProps) => (
  <ListTools
    filters={{
      count: list.filterCount,
      renderPanel: (close) => <OrganizationFilterPanel list={list} onClose={close} />,
    }}
    views={organizationViews(list)}
    columns={columns}
    command={<OrganizationCommand list={list} />}
  />
);
