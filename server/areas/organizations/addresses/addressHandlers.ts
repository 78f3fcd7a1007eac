import type { organizations } from '../../../../shared/contract/organizations.ts';
import {
  isMailDomain,
  isPlatformDomain,
  mailDomainText,
  normaliseAddress,
  platformDomainText,
} from '../../../../shared/rules/directAddress.ts';
import { directDomainOf, platformDomain } from '../../../addresses/directDomain.ts';
import { holdOrganization } from '../../../addresses/organizationHold.ts';
import { audit } from '../../../database/audit.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { checkVersion } from '../../../http/versionCheck.ts';
import { addressesAt, deleteDomain, domainsOf, findDomain, insertDomain, subdomainOf } from './domainStore.ts';
import { checkedAddresses, differenceOf } from './savedAddresses.ts';
import { savedAddressesOf, writeSavedAddresses } from './savedAddressStore.ts';

type AddressHandlers = Pick<
  Handlers<typeof organizations>,
  'addDomain' | 'domains' | 'removeDomain' | 'saveAddresses' | 'savedAddresses'
>;

const targetType = 'organization';
const invalidDomain = (text: string) => new ApiProblem('E-REQUEST-INVALID', { modelState: { domain: [text] } });

async function hold(tx: Transaction, id: string): Promise<void> {
  if (!(await holdOrganization(tx, id))) throw new ApiProblem('E-NOT-FOUND');
}

/** Mail domains and saved Direct Addresses of an organization (the direct tab, spec 1 section 2). */
export const addressHandlers = ({ config, database }: Services): AddressHandlers => ({
  domains: async ({ params }) => {
    const subdomain = await subdomainOf(database.db, params.id);
    if (subdomain === undefined) throw new ApiProblem('E-NOT-FOUND');
    return { items: await domainsOf(database.db, params.id), ownDomain: directDomainOf(subdomain, config) };
  },

  addDomain: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      const domain = normaliseAddress(body.domain);
      if (!isMailDomain(domain)) throw invalidDomain(mailDomainText);
      // The domains below it belong to the organizations by their subdomains.
      if (isPlatformDomain(domain, platformDomain(config))) throw invalidDomain(platformDomainText);
      await hold(tx, params.id);
      const added = await insertDomain(tx, params.id, domain);
      await audit(tx, context, {
        action: 'organizations.addDomain',
        targetType,
        targetId: params.id,
        changes: { [`domain ${domain}`]: { before: null, after: domain } },
      });
      return added;
    }),

  removeDomain: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      await hold(tx, params.id);
      const record = await findDomain(tx, params.id, params.domainId);
      if (!record) throw new ApiProblem('E-NOT-FOUND');
      if ((await addressesAt(tx, params.id, record.domain)) > 0) throw new ApiProblem('E-DOMAIN-IN-USE');
      await deleteDomain(tx, record.id);
      await audit(tx, context, {
        action: 'organizations.removeDomain',
        targetType,
        targetId: params.id,
        changes: { [`domain ${record.domain}`]: { before: record.domain, after: null } },
      });
      return undefined;
    }),

  savedAddresses: async ({ params }) => {
    const list = await savedAddressesOf(database.db, params.id);
    if (list.items.length === 0 && (await subdomainOf(database.db, params.id)) === undefined) {
      throw new ApiProblem('E-NOT-FOUND');
    }
    return list;
  },

  saveAddresses: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      const requested = checkedAddresses(body.items);
      await hold(tx, params.id);
      const before = await savedAddressesOf(tx, params.id);
      const versionChecked = checkVersion(before.version, context, body.version);
      const { changes, ...difference } = differenceOf(before.items, requested);
      if (Object.keys(changes).length > 0) await writeSavedAddresses(tx, params.id, difference);
      await audit(tx, context, {
        action: 'organizations.saveAddresses',
        targetType,
        targetId: params.id,
        changes,
        versionChecked,
      });
      return savedAddressesOf(tx, params.id);
    }),
});
