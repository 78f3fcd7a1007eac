import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { OrganizationContactInputs } from './OrganizationContactInputs.tsx';
import { OrganizationDetailsInputs } from './OrganizationDetailsInputs.tsx';
import { OrganizationInfo } from './OrganizationInfo.tsx';
import { ServiceAccounts } from './ServiceAccounts.tsx';
import type { TabPath } from './organizationTabs.ts';

/** What a tab holds. The lists of a saved organization are no part of the form; they read and write on their own. */
export const OrganizationInputs = ({ tab, loaded }: { tab: TabPath; loaded: Organization | undefined }) => {
  if (tab === 'contact') return <OrganizationContactInputs />;
  if (tab === 'serviceaccount' && loaded) return <ServiceAccounts id={loaded.id} />;
  if (tab === 'info' && loaded) return <OrganizationInfo organization={loaded} />;
  return <OrganizationDetailsInputs loaded={loaded} />;
};
