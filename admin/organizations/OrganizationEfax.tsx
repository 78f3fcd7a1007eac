import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { FaxAccountPanel } from './addresses/FaxAccountPanel.tsx';

/** eFax tab: the account at the eFax service and its numbers. */
export const OrganizationEfax = ({ organization }: { organization: Organization }) => (
  <FaxAccountPanel organizationId={organization.id} kind="efax" />
);
