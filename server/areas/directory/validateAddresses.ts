import type { AddressCheck } from '../../../shared/contract/directory.ts';
import { type AddressCheckStatus, addressCheckTexts, validatedAddressesMax } from '../../../shared/rules/directory.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import { findAddresses } from '../../exchange/directAddress.ts';
import { FhirFailure, type NationalDirectory } from '../../fhir/directory.ts';
import { ApiProblem } from '../../http/problem.ts';
import { nationalTimeoutMs } from './nationalSearch.ts';

interface Directories {
  readonly database: Database;
  readonly national: NationalDirectory | null;
}

/** One result for each address, in their order; the national directory is searched for those that the platform does not have. */
export async function validateAddresses(
  { database, national }: Directories,
  text: string,
): Promise<{ items: AddressCheck[] }> {
  const addresses = [...new Set(text.split(',').map(normaliseAddress))].filter((address) => address !== '');
  if (addresses.length === 0) throw refused('is required');
  if (addresses.length > validatedAddressesMax) throw refused(`must be at most ${validatedAddressesMax} addresses`);
  const problems = new Map(addresses.map((address) => [address, wholeAddressProblem(address)]));
  const wellFormed = addresses.filter((address) => problems.get(address) === null);
  const owners = await inTransaction(database, (tx) => findAddresses(tx, wellFormed));
  const others = await statusesOf(
    national,
    wellFormed.filter((address) => !owners.has(address)),
  );
  return {
    items: addresses.map((address) => {
      const problem = problems.get(address);
      if (problem) return resultOf(address, 'Malformed', problem);
      const owner = owners.get(address);
      if (owner) return resultOf(address, owner.isUsable ? 'Valid' : 'NotReceiving');
      return resultOf(address, others.get(address) ?? 'Unknown');
    }),
  };
}

const refused = (reason: string) => new ApiProblem('E-REQUEST-INVALID', { modelState: { addresses: [reason] } });

const resultOf = (address: string, status: AddressCheckStatus, problem?: string): AddressCheck => ({
  address,
  status,
  isKnown: status === 'Valid' || status === 'NotReceiving',
  canReceive: status === 'Valid',
  reason: status === 'Valid' ? null : status === 'Malformed' ? (problem ?? null) : addressCheckTexts[status],
});

const nationalStatuses = { active: 'Valid', inactive: 'NotReceiving', unknown: 'Unknown' } as const;
/** Requests to the national directory at the same time. */
const parallel = 5;

/** After the first failure the others are not requested: a directory that is down takes one time-out. */
async function statusesOf(
  national: NationalDirectory | null,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, AddressCheckStatus>> {
  const statuses = new Map<string, AddressCheckStatus>();
  if (national === null) return statuses;
  const signal = AbortSignal.timeout(nationalTimeoutMs);
  const waiting = addresses.values();
  let hasFailed = false;
  const worker = async () => {
    for (const address of waiting) {
      try {
        const found = hasFailed ? undefined : await national.findAddress(address, signal);
        statuses.set(address, found === undefined ? 'Unchecked' : nationalStatuses[found]);
      } catch (error) {
        if (!(error instanceof FhirFailure)) throw error;
        hasFailed = true;
        statuses.set(address, 'Unchecked');
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return statuses;
}
