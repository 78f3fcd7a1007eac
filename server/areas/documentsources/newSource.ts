import type { z } from 'zod';
import type { documentsources } from '../../../shared/contract/documentsources.ts';
import { domainOfAddress, normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { faxDigits, faxText, isFax } from '../../../shared/rules/fax.ts';
import { directDomainOf } from '../../addresses/directDomain.ts';
import { countSources } from '../../addresses/documentSourceStore.ts';
import type { HeldOrganization } from '../../addresses/organizationHold.ts';
import { isProviderOf, providerOfAccount } from '../../addresses/providerStore.ts';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../database/transaction.ts';
import { ApiProblem } from '../../http/problem.ts';
import { findFaxAccount, hasDomain } from './documentsourcesStore.ts';

type NewSource = z.output<typeof documentsources.create.body>;
interface Place {
  readonly tx: Transaction;
  readonly organization: HeldOrganization;
  readonly config: Pick<Config, 'publicUrl'>;
}

const invalid = (field: string, text: string) =>
  new ApiProblem('E-REQUEST-INVALID', { modelState: { [field]: [text] } });
export const unknownReference = (field: string) =>
  new ApiProblem('E-ORG-REFERENCE', { modelState: { [field]: ['There is no such record.'] } });

/** Refuses a provider that does not exist or does not carry this type. */
export async function refuseProvider(tx: Transaction, id: string | null | undefined, type: NewSource['type']) {
  if (id && !(await isProviderOf(tx, id, type))) throw unknownReference('providerId');
}

/** The columns of a new direct address: allowed to the organization, inside its limit, at one of its domains. */
async function directColumns({ tx, organization, config }: Place, body: NewSource) {
  const address = normaliseAddress(body.address);
  const problem = wholeAddressProblem(address);
  if (problem !== null) throw invalid('address', problem);
  if (body.faxAccountId) throw invalid('faxAccountId', 'Only fax numbers belong to a fax account.');
  if (!organization.directIsEnabled) throw new ApiProblem('E-DIRECT-OFF');
  const domain = domainOfAddress(address);
  const isOwn = domain === directDomainOf(organization.subdomain, config);
  if (!isOwn && !(await hasDomain(tx, organization.id, domain))) {
    const text = 'The domain of the direct address does not belong to the organization.';
    throw new ApiProblem('E-ADDRESS-DOMAIN', { modelState: { address: [text] } });
  }
  const count = await countSources(tx, organization.id, 'DirectMessaging');
  if (count >= organization.directMaxAddresses) throw new ApiProblem('E-DIRECT-LIMIT');
  // Direct addresses work at once; only fax numbers have to be provisioned.
  return { address, status: 1, faxAccountId: null, providerId: body.providerId ?? organization.directProviderId };
}

async function faxColumns({ tx, organization }: Place, body: NewSource) {
  if (!isFax(body.address)) throw invalid('address', faxText);
  const faxAccountId = body.faxAccountId ?? null;
  const account = faxAccountId === null ? undefined : await findFaxAccount(tx, organization.id, faxAccountId);
  if (faxAccountId !== null && !account) throw unknownReference('faxAccountId');
  if (account && !account.isEnabled) throw new ApiProblem('E-FAX-ACCOUNT-OFF');
  const providerId = body.providerId ?? (account ? await providerOfAccount(tx, account.kind) : null);
  return { address: faxDigits(body.address), status: 0, faxAccountId, providerId };
}

/** What a new document source is stored as, or the refusal. */
export async function columnsOfNew(place: Place, body: NewSource) {
  await refuseProvider(place.tx, body.providerId, body.type);
  const columns = await (body.type === 'Fax' ? faxColumns(place, body) : directColumns(place, body));
  return { organizationId: body.organizationId, type: body.type, displayName: body.displayName, ...columns };
}
