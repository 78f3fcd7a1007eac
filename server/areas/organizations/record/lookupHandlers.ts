import type { organizations } from '../../../../shared/contract/organizations.ts';
import { isNpi } from '../../../../shared/rules/npi.ts';
import { organizationSpecialties, organizationTypes } from '../../../database/schema/lookups.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { findByNpi } from './organizationStore.ts';
import { choicesOf } from './referenceStore.ts';
import { isSubdomainTaken, maySubdomainBe } from './subdomainStore.ts';

type LookupHandlers = Pick<
  Handlers<typeof organizations>,
  'types' | 'specialties' | 'subdomainExists' | 'subdomainIsValid' | 'npi'
>;

export const lookupHandlers = ({ config, database }: Services): LookupHandlers => ({
  types: async () => ({ items: await choicesOf(database.db, organizationTypes) }),
  specialties: async () => ({ items: await choicesOf(database.db, organizationSpecialties) }),
  subdomainExists: ({ query }) => isSubdomainTaken(database.db, config, query.subdomain, query.id),
  subdomainIsValid: ({ query }) => maySubdomainBe(database.db, config, query.subdomain, query.organizationId),
  npi: async ({ query }) => ({
    npiNumber: query.npiNumber,
    isValid: isNpi(query.npiNumber),
    organizations: await findByNpi(database.db, query.npiNumber),
  }),
});
