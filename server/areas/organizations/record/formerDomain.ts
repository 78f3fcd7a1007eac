import { and, eq, like, ne } from 'drizzle-orm';
import { directDomainOf } from '../../../addresses/directDomain.ts';
import type { Config } from '../../../config.ts';
import { newId } from '../../../database/newId.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { documentSources, organizationDomains } from '../../../database/schema/addresses.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Notes } from './changeOrganization.ts';

type Platform = Pick<Config, 'publicUrl'>;

/** Whether another organization has direct addresses at the domain of this subdomain from the time when the subdomain was its own. */
export async function isDomainKept(
  db: Drizzle,
  config: Platform,
  subdomain: string,
  exceptId?: string,
): Promise<boolean> {
  const domain = directDomainOf(subdomain, config) ?? '';
  const others = exceptId === undefined ? undefined : ne(organizationDomains.organizationId, exceptId);
  return (await db.$count(organizationDomains, and(eq(organizationDomains.domain, domain), others))) > 0;
}

interface Move {
  readonly organizationId: string;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Direct addresses stay when the subdomain changes. Their domain becomes one of the organization's further domains, so that nobody who
 * takes the subdomain next shares a domain with them and gets, or misses, what is sent to patients' records there.
 */
export async function keepFormerDomain(
  tx: Transaction,
  config: Platform,
  { organizationId, from, to }: Move,
): Promise<Notes> {
  const [former, next] = [directDomainOf(from, config), directDomainOf(to, config)];
  if (former === next) return {};
  const notes: Record<string, { before: string | null; after: string | null }> = {};
  if (former !== null && (await hasAddressesAt(tx, organizationId, former))) {
    await tx.insert(organizationDomains).values({ id: newId(), organizationId, domain: former }).onConflictDoNothing();
    notes[`domain ${former}`] = { before: null, after: former };
  }
  // Back at a former subdomain: its domain is the organization's own again.
  const own = and(eq(organizationDomains.organizationId, organizationId), eq(organizationDomains.domain, next ?? ''));
  const returned = await tx.delete(organizationDomains).where(own).returning({ id: organizationDomains.id });
  if (returned.length > 0) notes[`domain ${next}`] = { before: next, after: null };
  return notes;
}

async function hasAddressesAt(tx: Transaction, organizationId: string, domain: string): Promise<boolean> {
  const pattern = `%@${domain.replace(/[\\%_]/g, '\\$&')}`;
  const there = and(eq(documentSources.organizationId, organizationId), like(documentSources.address, pattern));
  return (await tx.$count(documentSources, there)) > 0;
}
