import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import { AlternateOids } from './cq/AlternateOids.tsx';
import { DirectoryEntries } from './cq/DirectoryEntries.tsx';

/** The cq tab (spec 1 section 2): alternate OIDs and the Carequality directory. Both write on their own, apart from the form. */
export const OrganizationCq = ({ organization }: { organization: Organization }) => (
  <>
    <AlternateOids id={organization.id} />
    <DirectoryEntries organization={organization} />
  </>
);
