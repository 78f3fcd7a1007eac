import { and, eq, ne, sql } from 'drizzle-orm';
import type { SubdomainRefusal } from '../../../../shared/rules/registration.ts';
import { reservedBy } from '../../../../shared/rules/reservedWord.ts';
import { normaliseSubdomain, subdomainProblem } from '../../../../shared/rules/subdomain.ts';
import type { Config } from '../../../config.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { findReservedWord } from '../../../database/reservedWords.ts';
import { organizations } from '../../../database/schema/organizations.ts';
import { isDomainKept } from './formerDomain.ts';

type Platform = Pick<Config, 'publicUrl'>;

/** Whether an organization other than `exceptId` has the subdomain, or addresses from the time when it was its own. */
export async function isSubdomainTaken(
  db: Drizzle,
  config: Platform,
  subdomain: string,
  exceptId?: string,
): Promise<boolean> {
  const isSame = sql`lower(${organizations.subdomain}) = ${normaliseSubdomain(subdomain)}`;
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(exceptId === undefined ? isSame : and(isSame, ne(organizations.id, exceptId)))
    .limit(1);
  return rows.length > 0 || isDomainKept(db, config, normaliseSubdomain(subdomain), exceptId);
}

async function hasSubdomain(db: Drizzle, id: string, subdomain: string): Promise<boolean> {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, id), sql`lower(${organizations.subdomain}) = ${subdomain}`));
  return rows.length > 0;
}

/**
 * Whether the organization may have the subdomain (spec 1 section 5). One it has already stays valid, even when the word was
 * reserved later; an organization that exists may also have none.
 */
export async function maySubdomainBe(db: Drizzle, config: Platform, subdomain: string, id?: string): Promise<boolean> {
  const label = normaliseSubdomain(subdomain);
  if (label === '') return id !== undefined;
  if (id !== undefined && (await hasSubdomain(db, id, label))) return true;
  return (await subdomainRefusal(db, config, label, id)) === null;
}

/** The rule by which an organization cannot get the subdomain; null where it can. */
export async function subdomainRefusal(
  db: Drizzle,
  config: Platform,
  subdomain: string,
  id?: string,
): Promise<SubdomainRefusal | null> {
  if (subdomainProblem(subdomain) !== null) return 'Form';
  const word = await findReservedWord(db, subdomain);
  if (word) return reservedBy(word.name, subdomain) === 'Same' ? 'Reserved' : 'LookAlike';
  return (await isSubdomainTaken(db, config, subdomain, id)) ? 'Taken' : null;
}
