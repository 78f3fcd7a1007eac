import { directDomainOf } from '../../../addresses/directDomain.ts';
import { countSources } from '../../../addresses/documentSourceStore.ts';
import type { Config } from '../../../config.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { OrganizationRecord } from '../record/organizationFields.ts';
import { addRecordsAddress, ownerOfAddress } from './activationStore.ts';

/**
 * Makes the default records address of an organization that is activated (spec 1 section 4) and gives back what the history says of
 * it; null where the address is there already. What stands in the way does not hold up the activation: the address can be made in
 * the Direct tab later.
 */
export async function seedRecordsAddress(
  tx: Transaction,
  organization: OrganizationRecord,
  config: Pick<Config, 'publicUrl'>,
): Promise<string | null> {
  const domain = directDomainOf(organization.subdomain, config);
  if (domain === null) return 'not made: the organization has no subdomain';
  if (!organization.directIsEnabled) return 'not made: direct messaging is switched off for the organization';
  const address = `${organization.directRecordsName}@${domain}`;
  const owner = await ownerOfAddress(tx, address);
  if (owner !== undefined) return owner === organization.id ? null : `not made: another organization has ${address}`;
  if ((await countSources(tx, organization.id, 'DirectMessaging')) >= organization.directMaxAddresses) {
    return 'not made: the organization has as many direct addresses as it may have';
  }
  const made = await addRecordsAddress(tx, {
    organizationId: organization.id,
    address,
    displayName: `${organization.name} Records`,
    providerId: organization.directProviderId,
  });
  // It was taken since it was checked.
  return made ? address : `not made: another organization has ${address}`;
}
