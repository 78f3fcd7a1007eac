import { sql } from 'drizzle-orm';
import { directoryTotalMax } from '../../../shared/rules/directory.ts';
import { isNearWord } from '../../../shared/rules/directoryWords.ts';
import { editDistance } from '../../../shared/rules/suggest.ts';
import { largeDirectorySample, smallDirectorySample } from '../../database/directorySample.ts';
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
 * `o` organizations, `c` cities, `s` state, `z` ZIP code. The column also has `p.il.springfield`, a city with its state (`withPlace`).
 */
export interface SearchTerm {
  readonly field: 'f' | 'l' | 'o' | 'c' | 's' | 'z';
  readonly word: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const columns = `entry.id, direct_address as "directAddress", entry.oid, first_name as "firstName", middle_name as "middleName",
  last_name as "lastName", organization_name as "organizationName", clinic_name as "clinicName", phone, fax, street, city, state, zip`;
const condition = (kind: ListingKind) =>
  `${kind === 'provider' ? 'is_provider' : 'not is_provider'} and terms @@ $1::tsquery
   and (available_until is null or available_until > now())`;

type PageRow = { readonly total: number } & { readonly [K in keyof PlatformListing]: PlatformListing[K] | null };

/**
 * Sorting the matches of a common word would read each of them, so at most `directoryTotalMax` are read, counted and ordered: those of the small
 * sample first, then those of the large one, then all others. Only the entries of the page are read with all their columns.
 */
const pageOf = (kind: ListingKind) => {
  const matches = (more: string, limit: string) =>
    `materialized (select id, name_sort from provider_directory where ${condition(kind)} and ${more} limit ${limit})`;
  const rest = `${directoryTotalMax} - (select count(*) from small)`;
  return statement<PageRow>(
    `directory-${kind}s`,
    `with small as ${matches(smallDirectorySample, `${directoryTotalMax}`)},
     large as ${matches(`${largeDirectorySample} and not ${smallDirectorySample}`, `(${rest})`)},
     others as ${matches(`not ${largeDirectorySample}`, `(${rest} - (select count(*) from large))`)},
     matches as materialized (select * from small union all select * from large union all select * from others),
     page as materialized (select * from matches order by name_sort, id limit $2 offset $3)
     select counted.total, ${columns} from (select count(*)::int as total from matches) counted
     left join (page join provider_directory entry on entry.id = page.id) on true
     order by page.name_sort, page.id`,
  );
};

const sameOf = (kind: ListingKind) =>
  statement<{ directAddress: string | null; oid: string | null }>(
    `directory-same-${kind}s`,
    // Materialized: the words of the search may be common, and the planner would look them up first.
    `with same as materialized (
       select * from provider_directory where direct_address = any ($2::text[])
       union all
       select * from provider_directory where direct_address is null and oid = any ($3::text[]))
     select direct_address as "directAddress", oid from same where ${condition(kind)}`,
  );

const pages = { provider: pageOf('provider'), organization: pageOf('organization') };
const same = { provider: sameOf('provider'), organization: sameOf('organization') };

interface WordRow {
  readonly field: string;
  readonly typed: string;
  readonly words: string[];
}

/** Of more words than this with one beginning, the beginning itself is searched for. */
const maxWords = 20;

const beginnings = statement<WordRow>(
  'directory-words',
  `select t.field, t.word as typed,
     array(select d.word from directory_words d
           where d.field = t.field and d.word >= t.word and d.word < t.word || chr(1114111) limit ${maxWords + 1}) as words
   from unnest($1::text[], $2::text[]) as t (field, word)`,
);

const similar = statement<WordRow>(
  'directory-similar-words',
  `select t.field, t.word as typed,
     array(select d.word from directory_words d
           where d.field = t.field and (d.deletions && t.deletions or d.word % t.word) limit 200) as words
   from (select field, word, word_deletions(word) as deletions
         from unnest($1::text[], $2::text[]) as typed (field, word) offset 0) t`,
);

/**
 * A word of the search with the words of the directory that stand for it, each after the letter of its field (`l.baker`); `isPrefix` where each
 * word with this beginning does.
 */
export interface ExpandedTerm extends SearchTerm {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** The words of a city with the state after `p`, in place of both: all entries of a state are a long list to compare with those of a city. */
const withPlace = (terms: readonly ExpandedTerm[]): readonly ExpandedTerm[] => {
  const [state, ...others] = terms.filter(({ field }) => field === 's');
  if (!state || others.length > 0 || !terms.some(({ field }) => field === 'c')) return terms;
  const placed = (word: string) => `p.${state.word}${word.slice(1)}`;
  return terms
    .filter((term) => term !== state)
    .map((term) => (term.field === 'c' ? { ...term, words: term.words.map(placed) } : term));
};

/** Words have no quotes and backslashes (`directoryWordsOf`). */
const queryOf = (terms: readonly ExpandedTerm[]): string =>
  withPlace(terms)
    .map(({ words, isPrefix }) => `(${words.map((word) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')})`)
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
  terms: readonly ExpandedTerm[],
  { limit, offset }: Page,
): Promise<{ total: number; rows: PlatformListing[] }> =>
  byIndex(database, async (tx) => {
    const rows = await pages[kind](tx, [queryOf(terms), limit, offset]);
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
  terms: readonly ExpandedTerm[],
  { addresses, oids }: { readonly addresses: readonly string[]; readonly oids: readonly string[] },
): Promise<ReadonlySet<string>> =>
  byIndex(database, async (tx) => {
    const rows = await same[kind](tx, [queryOf(terms), addresses, oids]);
    return new Set(rows.map(({ directAddress, oid }) => directAddress ?? oid ?? ''));
  });

/** Of a ZIP code; the addition is for part of the place, and most entries have none. */
export const zipDigits = 5;

const hasWords = ({ field }: SearchTerm): boolean => 'floc'.includes(field);

const wordsFor = (rows: readonly WordRow[], { field, word }: SearchTerm): readonly string[] =>
  rows.find((row) => row.field === field && row.typed === word)?.words ?? [];

const lexeme = (field: SearchTerm['field'], word: string) => `${field}.${word}`;

const parametersOf = (terms: readonly SearchTerm[]) => [terms.map(({ field }) => field), terms.map(({ word }) => word)];

type FieldsOf = (field: SearchTerm['field']) => readonly SearchTerm['field'][];

const ownField: FieldsOf = (field) => [field];

/** Names of a person in either field: who types the last name first, or both into one field, finds the person. */
export const eitherName: FieldsOf = (field) => (isPersonName({ field }) ? ['f', 'l'] : [field]);

/**
 * The words of the directory that begin with those of the search, in the fields of `fieldsOf`: GIN finds whole words several times faster
 * than beginnings.
 */
export const expandTerms = (
  database: Pick<Database, 'pool'>,
  terms: readonly SearchTerm[],
  fieldsOf = ownField,
): Promise<readonly ExpandedTerm[]> =>
  inTransaction(database, async (tx) => {
    const named = terms
      .filter(hasWords)
      .flatMap(({ field, word }) => fieldsOf(field).map((one) => ({ field: one, word })));
    const rows = named.length === 0 ? [] : await beginnings(tx, parametersOf(named));
    return terms.map((term) => {
      const fields = fieldsOf(term.field);
      const typed = fields.map((field) => lexeme(field, term.word));
      if (!hasWords(term))
        return { ...term, words: typed, isPrefix: term.field === 'z' && term.word.length < zipDigits };
      const known = fields.map((field) =>
        wordsFor(rows, { field, word: term.word }).map((word) => lexeme(field, word)),
      );
      return known.some((words) => words.length > maxWords)
        ? { ...term, words: typed, isPrefix: true }
        : { ...term, words: known.flat(), isPrefix: false };
    });
  });

export const isPersonName = ({ field }: Pick<SearchTerm, 'field'>): boolean => field === 'f' || field === 'l';

/** Whether each word is the beginning of one in the directory. Without that nothing has all of them. */
export const areKnown = (terms: readonly ExpandedTerm[]): boolean => terms.every(({ words }) => words.length > 0);

/** Words that a misspelled one may stand for. */
const maxSimilar = 8;
/** Of long words with several edits; those with one have a deletion in common. */
const minSimilarity = 0.3;

/**
 * The terms with similar words, the nearest ones, for each word that the directory does not have; where it has all of them, for the names of the
 * person. Null where there are none.
 */
export const similarTerms = (
  database: Pick<Database, 'pool'>,
  terms: readonly ExpandedTerm[],
): Promise<readonly ExpandedTerm[] | null> =>
  inTransaction(database, async (tx) => {
    const unknown = terms.filter(({ words }) => words.length === 0);
    const doubtful = unknown.length > 0 ? unknown : terms.filter(isPersonName);
    if (doubtful.length === 0) return null;
    await tx.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${minSimilarity}`));
    const rows = await similar(tx, parametersOf(doubtful));
    const expanded = terms.map((term) => (doubtful.includes(term) ? withSimilar(term, wordsFor(rows, term)) : term));
    return areKnown(expanded) ? expanded : null;
  });

function withSimilar(term: ExpandedTerm, candidates: readonly string[]): ExpandedTerm {
  const near = candidates
    .filter((word) => isNearWord(term.word, word))
    .map((word) => ({ word, edits: editDistance(term.word, word) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, maxSimilar);
  const words = term.isPrefix ? [] : term.words;
  const nearest = near.map(({ word }) => lexeme(term.field, word));
  return { ...term, words: [...new Set([...words, ...nearest])], isPrefix: false };
}
