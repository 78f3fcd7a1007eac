import { and, asc, eq, sql } from 'drizzle-orm';
import type { DocumentSource } from '../../shared/contract/documentsources.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentSourceProviders } from '../database/schema/lookups.ts';

type SourceType = DocumentSource['type'];

export async function isProviderOf(db: Drizzle, id: string, type: SourceType): Promise<boolean> {
  const provider = and(eq(documentSourceProviders.id, id), eq(documentSourceProviders.type, type));
  return (await db.$count(documentSourceProviders, provider)) > 0;
}

const faxServices: Readonly<Record<string, string>> = { efax: 'eFax', westfax: 'WestFax' };

/** Who carries the faxes of an account of this kind; null where the list of providers does not have it. */
export async function providerOfAccount(db: Drizzle, kind: string): Promise<string | null> {
  const [record] = await db
    .select({ id: documentSourceProviders.id })
    .from(documentSourceProviders)
    .where(eq(documentSourceProviders.name, faxServices[kind] ?? ''));
  return record?.id ?? null;
}

export async function providerPage(
  db: Drizzle,
  { type, pageNumber, pageSize }: { type?: SourceType | undefined; pageNumber: number; pageSize: number },
) {
  const where = type && eq(documentSourceProviders.type, type);
  const [items, totalCount] = await Promise.all([
    db
      .select()
      .from(documentSourceProviders)
      .where(where)
      .orderBy(asc(sql`lower(${documentSourceProviders.name})`))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(documentSourceProviders, where),
  ]);
  return { items: items.map((item) => ({ ...item, type: sourceTypeOf(item.type) })), totalCount };
}

const sourceTypeOf = (type: string): SourceType => (type === 'Fax' ? 'Fax' : 'DirectMessaging');
