import { sql } from 'drizzle-orm';
import { directoryTotalMax } from '../../../shared/rules/directory.ts';
import { editDistance } from '../../../shared/rules/suggest.ts';
import type { Database } from '../../database/openDatabase.ts';
import { statement } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';

/** A row of the provider directory of this platform. */
export interface PlatformListing {
  readonly id: string;
  readonly directAddress: string | null;
  readonly oid: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  readonly organizationName: string;
  readonly clinicName: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
}

export type ListingKind = 'provider' | 'organization';

/**
 * The beginning of a word of a field, as the column `terms` has it. The letters of the fields: `f` first and middle names, `l` last names,
 * `o` organizations, `c` cities, `s` state, `z` ZIP code.
 */
export interface SearchTerm {
  readonly field: 'f' | 'l' | 'o' | 'c' | 's' | 'z';
  readonly word: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const columns = `id, direct_address as "directAddress", oid, first_name as "firstName", middle_name as "middleName",
  last_name as "lastName", organization_name as "organizationName", clinic_name as "clinicName", phone, fax, street, city, state, zip`;
const condition = (kind: ListingKind) =>
  `${kind === 'provider' ? 'is_provider' : 'not is_provider'} and terms @@ $1::tsquery
   and (available_until is null or available_until > now())`;

type PageRow = { readonly total: number } & { readonly [K in keyof PlatformListing]: PlatformListing[K] | null };

/** Sorting the matches of a common word would read each of them, so at most `directoryTotalMax` are read, counted and ordered. */
const pageOf = (kind: ListingKind) =>
  statement<PageRow>(
    `directory-${kind}s`,
    `with matches as materialized (
       select ${columns}, name_sort from provider_directory where ${condition(kind)} limit ${directoryTotalMax})
     select counted.total, page.* from (select count(*)::int as total from matches) counted
     left join (select * from matches order by name_sort, id limit $2 offset $3) page on true
     order by page.name_sort, page.id`,
  );

const sameOf = (kind: ListingKind) =>
  statement<{ directAddress: string | null; oid: string | null }>(
    `directory-same-${kind}s`,
    `select direct_address as "directAddress", null::text as oid from provider_directory
     where direct_address = any ($2::text[]) and ${condition(kind)}
     union all
     select null, oid from provider_directory where oid = any ($3::text[]) and ${condition(kind)}`,
  );

const pages = { provider: pageOf('provider'), organization: pageOf('organization') };
const same = { provider: sameOf('provider'), organization: sameOf('organization') };

const similar = statement<{ field: string; typed: string; words: string[] }>(
  'directory-similar-words',
  `select t.field, t.word as typed,
     array(select d.word from directory_words d where d.word % t.word and d.field = t.field
           order by similarity(d.word, t.word) desc, d.word limit 100) as words
   from unnest($1::text[], $2::text[]) as t (field, word)`,
);

/** Words of which each list one has to be in an entry. */
export type TermGroups = readonly (readonly SearchTerm[])[];

/** Words have no quotes and backslashes (`directoryWordsOf`). */
const queryOf = (groups: TermGroups): string =>
  groups
    .map((terms) => `(${terms.map(({ field, word }) => `'${field}.${word}'${field === 's' ? '' : ':*'}`).join(' | ')})`)
    .join(' & ');

/** For the planner every text is frequent, and it would read a million rows in their order to find one. */
const byIndex = <T>(database: Pick<Database, 'pool'>, work: Parameters<typeof inTransaction<T>>[1]) =>
  inTransaction(database, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return work(tx);
  });

/** A page of the entries with all the words, by name, and how many there are, up to `directoryTotalMax`. */
export const listingPage = (
  database: Pick<Database, 'pool'>,
  kind: ListingKind,
  groups: TermGroups,
  { limit, offset }: Page,
): Promise<{ total: number; rows: PlatformListing[] }> =>
  byIndex(database, async (tx) => {
    const rows = await pages[kind](tx, [queryOf(groups), limit, offset]);
    return {
      total: rows[0]?.total ?? 0,
      rows: rows.flatMap(({ total: _total, ...row }) => (isListing(row) ? [row] : [])),
    };
  });

const isListing = (row: Omit<PageRow, 'total'>): row is PlatformListing => row.id !== null;

/** Those of the addresses and OIDs that entries with all the words have. */
export const sameListings = (
  database: Pick<Database, 'pool'>,
  kind: ListingKind,
  groups: TermGroups,
  { addresses, oids }: { readonly addresses: readonly string[]; readonly oids: readonly string[] },
): Promise<ReadonlySet<string>> =>
  byIndex(database, async (tx) => {
    const rows = await same[kind](tx, [queryOf(groups), addresses, oids]);
    return new Set(rows.map(({ directAddress, oid }) => directAddress ?? oid ?? ''));
  });

/** Words that a misspelled one may stand for. */
const maxSimilar = 8;
/** Names of four letters that differ in one are as much alike as pg_trgm can tell. */
const minSimilarity = 0.15;
const editsAllowed = (word: string): number => (word.length < 5 ? 1 : word.length < 9 ? 2 : 3);

/** For each word of a name or a city the words in the directory that are written nearly alike, the nearest first. */
export const similarTerms = (database: Pick<Database, 'pool'>, terms: readonly SearchTerm[]): Promise<TermGroups> =>
  inTransaction(database, async (tx) => {
    const named = terms.filter(({ field }) => 'floc'.includes(field));
    await tx.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${minSimilarity}`));
    const rows = await similar(tx, [named.map(({ field }) => field), named.map(({ word }) => word)]);
    return terms.map((term) => {
      const words = rows.find(({ field, typed }) => field === term.field && typed === term.word)?.words ?? [];
      const near = words
        .map((word) => ({ word, edits: editDistance(term.word, word) }))
        .filter(({ word, edits }) => edits <= editsAllowed(term.word) && edits < word.length)
        .toSorted((a, b) => a.edits - b.edits)
        .slice(0, maxSimilar);
      return [term, ...near.map(({ word }) => ({ field: term.field, word }))];
    });
  });
