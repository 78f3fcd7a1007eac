import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { ReservedWordClash } from '../../../shared/contract/reservedwords.ts';
import { readingOf, reservedBy } from '../../../shared/rules/reservedWord.ts';
import { normaliseSubdomain } from '../../../shared/rules/subdomain.ts';
import { readingSql } from '../../database/lookAlike.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { reservedWords } from '../../database/schema/lookups.ts';
import { organizations, reservedWordClashes } from '../../database/schema/organizations.ts';

/** Whether a word other than `exceptId` has the name. */
export async function isNameTaken(db: Drizzle, name: string, exceptId?: string): Promise<boolean> {
  const isSame = eq(reservedWords.name, normaliseSubdomain(name));
  const rows = await db
    .select({ id: reservedWords.id })
    .from(reservedWords)
    .where(exceptId === undefined ? isSame : and(isSame, ne(reservedWords.id, exceptId)))
    .limit(1);
  return rows.length > 0;
}

interface ClashQuery {
  readonly wordId?: string | undefined;
  /** Of a word that is not stored; without it and an id all words. */
  readonly name?: string | undefined;
  readonly sortDir: 'asc' | 'desc';
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Columns of an organization `o` in the report. */
const organizationColumns = sql`o.id as "organizationId", o.subdomain, o.name as "organizationName", o.name_sort, o.org_id::float8 as "orgId"`;

/** A word that is not stored is looked up in the index (`offset 0`); the clashes of stored words are a table. */
const clashesOf = ({ wordId, name }: ClashQuery): SQL => {
  if (name === undefined || wordId !== undefined) {
    return sql`select w.name as word, w.id as "wordId", w.is_profanity as profanity, ${organizationColumns}
      from ${reservedWordClashes} c join ${reservedWords} w on w.id = c.word_id join ${organizations} o on o.id = c.organization_id
      ${wordId === undefined ? sql`` : sql`where c.word_id = ${wordId}`}`;
  }
  const word = normaliseSubdomain(name);
  return sql`select ${word}::text as word, null::uuid as "wordId", false as profanity, ${organizationColumns}
    from ${organizations} o where ${readingSql('o.subdomain')} = ${readingOf(word)} offset 0`;
};

type ClashRow = Omit<ReservedWordClash, 'rule' | 'id'>;

/** Organizations whose subdomains have the reading of a word, by word and name, with their exact number. */
export async function clashPage(db: Drizzle, query: ClashQuery) {
  const { sortDir, pageNumber, pageSize } = query;
  const direction = sql.raw(sortDir);
  const order = sql`order by word ${direction}, name_sort ${direction}, "organizationId" ${direction}`;
  const { rows } = await db.execute<Partial<ClashRow> & { readonly total: number }>(sql`
    with clashes as materialized (
      ${clashesOf(query)}
    ), page as (select * from clashes ${order} limit ${pageSize} offset ${(pageNumber - 1) * pageSize})
    select total, page.* from (select count(*)::int as total from clashes) counted left join page on true ${order}`);
  const items = rows.flatMap(({ total: _total, ...row }) => {
    if (!isClash(row)) return [];
    const rule = reservedBy(row.word, row.subdomain);
    return rule ? [{ ...row, rule, id: `${row.wordId ?? 'new'}.${row.organizationId}` }] : [];
  });
  return { items, totalCount: rows[0]?.total ?? 0 };
}

/** A page beyond the last has one row with the number alone. */
const isClash = (row: Partial<ClashRow>): row is ClashRow => typeof row.organizationId === 'string';
