import ListCommand from '../../components/list/ListCommand.tsx';
import type { OrganizationListState } from '../useOrganizationList.ts';
import { organizationCommand } from './organizationCommand.ts';

/** The rows on screen as a command for scripts and schedulers. */
const OrganizationCommand = ({ list }: { list: OrganizationListState }) => (
  <ListCommand command={organizationCommand(list)} />
);

export default OrganizationCommand;
