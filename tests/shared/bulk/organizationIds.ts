import { lookupId } from '../../server/areas/organizationBuilders.ts';
import type { TestApp } from '../../support/startApp.ts';

/** Records of the demo data that organizations point at. */
export const organizationIds = async (server: TestApp) => {
  const affiliate = await lookupId(server, 'resellers', 'type = 0');
  return {
    network: await lookupId(server, 'networks'),
    brand: await lookupId(server, 'brands', 'connection_name is not null'),
    plainBrand: await lookupId(server, 'brands', 'connection_name is null'),
    small: await lookupId(server, 'plans', 'allowed_users = 3'),
    unlimited: await lookupId(server, 'plans', 'allowed_users = -1'),
    licensing: await lookupId(server, 'resellers', 'type = 1'),
    affiliate,
    otherAffiliate: await lookupId(server, 'resellers', `type = 0 and id <> '${affiliate}'`),
    type: await lookupId(server, 'organization_types'),
    specialty: await lookupId(server, 'organization_specialties'),
    provider: await lookupId(server, 'document_source_providers', `type = 'DirectMessaging'`),
    faxes: await lookupId(server, 'document_source_providers', `type = 'Fax'`),
    feature: await lookupId(server, 'features', 'is_enabled and is_organization_feature'),
  };
};

/** An id that no record has. */
export const unknownId = '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55';
