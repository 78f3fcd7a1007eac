import { and, asc, count, desc, eq, gt, ilike, lte, or } from 'drizzle-orm';
import type { HandlerInput } from '../../../../shared/contract/endpoint.ts';
import type { registration as contract, RegistrationItem } from '../../../../shared/contract/registration.ts';
import type { RegistrationState } from '../../../../shared/rules/registration.ts';
import type { Database, Drizzle } from '../../../database/openDatabase.ts';
import { inOneSnapshot } from '../../../database/oneSnapshot.ts';
import { brands } from '../../../database/schema/lookups.ts';
import { organizations } from '../../../database/schema/organizations.ts';
import { registrations } from '../../../database/schema/registrations.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { stateOf } from '../../../registration/registrationLinks.ts';
import { containing } from '../../../database/likePattern.ts';

const read = (db: Drizzle) =>
  db
    .select({ registration: registrations, organizationName: organizations.name })
    .from(registrations)
    .leftJoin(organizations, eq(organizations.id, registrations.organizationId));

const itemOf = ({ registration, organizationName }: Awaited<ReturnType<typeof read>>[number]): RegistrationItem => ({
  id: registration.id,
  emailAddress: registration.emailAddress,
  state: stateOf(registration),
  isInvited: registration.invitationId !== null,
  createDate: registration.createdAt.toISOString(),
  sentDate: registration.sentAt.toISOString(),
  mailCount: registration.mailCount,
  expiresAt: registration.expiresAt.toISOString(),
  organizationId: registration.organizationId,
  organizationName,
});

const inState = (state: RegistrationState) => {
  if (state !== 'Open' && state !== 'Expired') return eq(registrations.state, state);
  const expiry = (state === 'Open' ? gt : lte)(registrations.expiresAt, new Date());
  return and(eq(registrations.state, 'Open'), expiry);
};

/** The search looks into e-mail address and name of the organization. */
export function registrationPage(database: Database, query: HandlerInput<typeof contract.list>['query']) {
  const { pageNumber, pageSize, sortDir, search, state } = query;
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = search && containing(search);
  const where = and(
    pattern ? or(ilike(registrations.emailAddress, pattern), ilike(organizations.name, pattern)) : undefined,
    state && inState(state),
  );
  return inOneSnapshot(database, async (tx) => {
    const rows = await read(tx)
      .where(where)
      .orderBy(direction(registrations.createdAt), direction(registrations.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize);
    const [total] = await tx
      .select({ count: count() })
      .from(registrations)
      .leftJoin(organizations, eq(organizations.id, registrations.organizationId))
      .where(where);
    return { items: rows.map(itemOf), totalCount: total?.count ?? 0 };
  });
}

export async function findRegistration(db: Drizzle, id: string): Promise<RegistrationItem | undefined> {
  const [row] = await read(db).where(eq(registrations.id, id));
  return row && itemOf(row);
}

/** Holds the registration until the transaction ends. */
export async function lockRegistration(tx: Transaction, id: string) {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update');
  return row;
}

/** The brand whose application has the address of this installation. */
export async function brandAt(db: Drizzle, publicUrl: string) {
  const { origin } = new URL(publicUrl);
  const all = await db
    .select({ id: brands.id, name: brands.name, appUrl: brands.appUrl })
    .from(brands)
    .orderBy(brands.name);
  return all.find(({ appUrl }) => URL.parse(appUrl)?.origin === origin);
}
