import { normaliseAddress } from '../../shared/rules/directAddress.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import type { Transaction } from '../database/transaction.ts';
import { statement } from '../database/statement.ts';

/** The organization that has an address of this platform, and whether the address can send and receive now. */
export interface AddressOwner {
  readonly organizationId: string;
  readonly address: string;
  readonly isUsable: boolean;
}

/** An organization in use: activated, login not switched off, not past its last day. */
export const organizationInUse = `o.is_activated and o.is_enabled and (o.cancel_at is null or o.cancel_at > now())`;

const owners = statement<AddressOwner>(
  'exchange-owners',
  `select d.organization_id as "organizationId", d.address,
     d.is_enabled and d.status = 1 and o.direct_is_enabled and ${organizationInUse} as "isUsable"
   from document_sources d join organizations o on o.id = d.organization_id
   where d.type = 'DirectMessaging' and d.address = any($1::text[])`,
);

/** The owners of those of the addresses that this platform has, by address in lower case. */
export async function findAddresses(
  tx: Transaction,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, AddressOwner>> {
  const rows = await owners(tx, [addresses.map(normaliseAddress)]);
  return new Map(rows.map((owner) => [owner.address, owner]));
}

/** The owner of an address; undefined where no organization has it. */
export async function findAddress(db: Drizzle, address: string): Promise<AddressOwner | undefined> {
  return (await findAddresses(db, [address])).get(normaliseAddress(address));
}
