import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { DocumentSource } from '../../shared/contract/documentsources.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentSources } from '../database/schema/addresses.ts';
import { documentSourceProviders } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import { newId } from '../database/newId.ts';
import { violatedConstraint } from '../database/sqlState.ts';
import type { Transaction } from '../database/transaction.ts';
import { ApiProblem } from '../http/problem.ts';

export type SourceRecord = typeof documentSources.$inferSelect;
type NewSource = Omit<typeof documentSources.$inferInsert, 'id'>;

export const readSources = (db: Drizzle) =>
  db
    .select({
      source: documentSources,
      organizationName: organizations.name,
      providerName: documentSourceProviders.name,
    })
    .from(documentSources)
    .innerJoin(organizations, eq(organizations.id, documentSources.organizationId))
    .leftJoin(documentSourceProviders, eq(documentSourceProviders.id, documentSources.providerId));

type Found = Awaited<ReturnType<typeof readSources>>[number];

export const toDocumentSource = ({ source, organizationName, providerName }: Found): DocumentSource => ({
  id: source.id,
  organizationId: source.organizationId,
  organizationName,
  type: source.type === 'Fax' ? 'Fax' : 'DirectMessaging',
  directAddressType: source.type === 'Fax' ? 'fax' : 'direct',
  address: source.address,
  displayName: source.displayName,
  providerId: source.providerId,
  providerName,
  faxAccountId: source.faxAccountId,
  status: source.status,
  isEnabled: source.isEnabled,
  createDate: source.createDate.toISOString(),
  version: source.version,
});

export async function findSource(db: Drizzle, id: string): Promise<DocumentSource | undefined> {
  const [record] = await readSources(db).where(eq(documentSources.id, id));
  return record && toDocumentSource(record);
}

/** Sources that meet the condition, by address. */
export async function sourcesWhere(db: Drizzle, condition: SQL | undefined): Promise<DocumentSource[]> {
  return (await readSources(db).where(condition).orderBy(documentSources.address)).map(toDocumentSource);
}

export async function addressExists(db: Drizzle, address: string): Promise<boolean> {
  const rows = await db
    .select({ id: documentSources.id })
    .from(documentSources)
    .where(eq(documentSources.address, address));
  return rows.length > 0;
}

export const countSources = (tx: Transaction, organizationId: string, type: DocumentSource['type']) =>
  tx.$count(documentSources, and(eq(documentSources.organizationId, organizationId), eq(documentSources.type, type)));

export const addressTakenText = 'This address is already in use.';

/** Adds a source; an address that was added meanwhile is E-ADDRESS-TAKEN, named at `field` (CO-3). */
export async function insertSource(tx: Transaction, values: NewSource, field: string): Promise<DocumentSource> {
  const id = newId();
  try {
    await tx.insert(documentSources).values({ id, ...values });
  } catch (error) {
    if (violatedConstraint(error) !== 'document_sources_address_unique') throw error;
    throw new ApiProblem('E-ADDRESS-TAKEN', { modelState: { [field]: [addressTakenText] }, cause: error });
  }
  return required(await findSource(tx, id));
}

/** Holds the source until the transaction ends. */
export async function lockSource(tx: Transaction, id: string): Promise<SourceRecord | undefined> {
  const [record] = await tx.select().from(documentSources).where(eq(documentSources.id, id)).for('update');
  return record;
}

/** Writes the columns and counts the version up; nothing to write changes nothing. */
export async function updateSource(
  tx: Transaction,
  id: string,
  columns: Partial<Pick<SourceRecord, 'displayName' | 'isEnabled' | 'providerId' | 'status'>>,
): Promise<DocumentSource> {
  if (Object.keys(columns).length > 0) {
    await tx
      .update(documentSources)
      .set({ ...columns, version: sql`${documentSources.version} + 1` })
      .where(eq(documentSources.id, id));
  }
  return required(await findSource(tx, id));
}

export async function deleteSource(tx: Transaction, id: string): Promise<void> {
  await tx.delete(documentSources).where(eq(documentSources.id, id));
}

function required(source: DocumentSource | undefined): DocumentSource {
  if (!source) throw new Error('The document source does not exist inside its own transaction.');
  return source;
}
