import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { FaxAccountPanel } from './addresses/FaxAccountPanel.tsx';

/** WestFax tab, behind the toggle WestFaxInterface: the account, its numbers, and its sync. */
export const OrganizationWestFax = ({ organization }: { organization: Organization }) => (
  <FaxAccountPanel organizationId={organization.id} kind="westfax" />
);
