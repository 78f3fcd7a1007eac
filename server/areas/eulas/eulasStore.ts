import { and, asc, desc, eq, getTableColumns, ilike, ne, or, sql } from 'drizzle-orm';
import type { eulas as contract } from '../../../shared/contract/eulas.ts';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { brands } from '../../database/schema/lookups.ts';
import { eulaAcceptances, eulas } from '../../database/schema/terms.ts';
import type { Transaction } from '../../database/transaction.ts';
import { containing } from '../../database/likePattern.ts';

const { html: _long, recordVersion: _version, ...listed } = getTableColumns(eulas);
const acceptances =
  sql<number>`(select count(*) from ${eulaAcceptances} where ${eulaAcceptances.eulaId} = ${eulas.id})`.mapWith(Number);

type Listed = Omit<typeof eulas.$inferSelect, 'html' | 'recordVersion'>;

export const dated = <R extends Pick<Listed, 'createDate' | 'activatedDate'>>(row: R) => ({
  ...row,
  createDate: row.createDate.toISOString(),
  activatedDate: row.activatedDate?.toISOString() ?? null,
});

export async function eulaPage({ db }: Database, query: HandlerInput<typeof contract.list>['query']) {
  const { pageNumber, pageSize, sortDir, search, brandName, isPlatform, type, isActive } = query;
  const direction = sortDir === 'asc' ? asc : desc;
  const pattern = search && containing(search);
  const where = and(
    pattern
      ? or(ilike(eulas.version, pattern), ilike(eulas.brandName, pattern), ilike(eulas.fileName, pattern))
      : undefined,
    brandName ? sql`lower(${eulas.brandName}) = lower(${brandName})` : undefined,
    isPlatform === undefined ? undefined : (isPlatform ? eq : ne)(eulas.brandName, ''),
    type ? eq(eulas.type, type) : undefined,
    isActive === undefined ? undefined : eq(eulas.isActive, isActive),
  );
  const [rows, totalCount] = await Promise.all([
    db
      .select({ ...listed, acceptances })
      .from(eulas)
      .where(where)
      .orderBy(direction(eulas.createDate), direction(eulas.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(eulas, where),
  ]);
  return { items: rows.map(dated), totalCount };
}

export async function findEula(db: Drizzle, id: string) {
  const [record] = await db
    .select({ ...listed, acceptances })
    .from(eulas)
    .where(eq(eulas.id, id));
  return record && dated(record);
}

export async function eulaText({ db }: Database, id: string): Promise<string | undefined> {
  const [record] = await db.select({ html: eulas.html }).from(eulas).where(eq(eulas.id, id));
  return record?.html;
}

/** Holds the agreement until the transaction ends: against changes, or (`key share`) against its end alone. */
export async function lockEula(tx: Transaction, id: string, strength: 'update' | 'share') {
  const [record] = await tx.select(listed).from(eulas).where(eq(eulas.id, id)).for(strength);
  return record;
}

/** The brand's name as it is written; empty stays empty. */
export async function knownBrand(tx: Transaction, brandName: string): Promise<string | undefined> {
  if (brandName === '') return '';
  const [record] = await tx
    .select({ name: brands.name })
    .from(brands)
    .where(sql`lower(${brands.name}) = lower(${brandName})`)
    .for('share');
  return record?.name;
}

export async function insertEula(tx: Transaction, values: typeof eulas.$inferInsert): Promise<void> {
  await tx.insert(eulas).values(values);
}

interface Named {
  readonly brandName: string;
  readonly type: string;
}

const ofKind = ({ brandName, type }: Named) =>
  and(sql`lower(${eulas.brandName}) = lower(${brandName})`, eq(eulas.type, type));

export async function versionExists({ db }: Database, kind: Named & { version: string }, ownId?: string) {
  const others = ownId === undefined ? undefined : ne(eulas.id, ownId);
  return (await db.$count(eulas, and(ofKind(kind), eq(eulas.version, kind.version), others))) > 0;
}

/** Activations of one brand and type come one after the other. */
export async function holdKind(tx: Transaction, { brandName, type }: Named): Promise<void> {
  const kind = `${brandName.toLowerCase()}\n${type}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${kind}, 727307011))`);
}

/** Ends the active agreement of the kind and makes this one active; answers the version that ended. */
export async function replaceActive(tx: Transaction, id: string, kind: Named): Promise<string | null> {
  const ended = await tx
    .update(eulas)
    .set({ isActive: false, recordVersion: sql`${eulas.recordVersion} + 1` })
    .where(and(ofKind(kind), eulas.isActive, ne(eulas.id, id)))
    .returning({ version: eulas.version });
  await tx
    .update(eulas)
    .set({ isActive: true, activatedDate: new Date(), recordVersion: sql`${eulas.recordVersion} + 1` })
    .where(eq(eulas.id, id));
  return ended[0]?.version ?? null;
}

export const countAcceptances = (tx: Transaction, id: string) =>
  tx.$count(eulaAcceptances, eq(eulaAcceptances.eulaId, id));

export async function deleteEula(tx: Transaction, id: string): Promise<void> {
  await tx.delete(eulas).where(eq(eulas.id, id));
}
