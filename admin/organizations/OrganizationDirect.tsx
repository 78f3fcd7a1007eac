import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { DirectAddresses } from './addresses/DirectAddresses.tsx';
import { DirectDomains } from './addresses/DirectDomains.tsx';

/** Direct tab: domains and direct addresses, which are saved on their own; the settings of direct messaging are on Settings. */
export const OrganizationDirect = ({ organization }: { organization: Organization }) => (
  <>
    <DirectDomains id={organization.id} />
    <DirectAddresses organization={organization} />
  </>
);
