import { sql } from 'drizzle-orm';
import type { SearchResult } from '../../../shared/contract/search.ts';
import { plainOid } from '../../../shared/rules/carequality.ts';
import {
  type SearchKind,
  type SearchOrigin,
  searchKinds,
  searchMatches,
  searchResultPath,
  searchTextLimits,
} from '../../../shared/rules/globalSearch.ts';
import type { Database } from '../../database/openDatabase.ts';
import { statement } from '../../database/statement.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { containing } from '../../database/likePattern.ts';

interface Row {
  readonly id: string;
  readonly label: string;
  readonly detail: string | null;
  /** Index in `searchMatches`. */
  readonly rank: number;
  readonly organizationId: string | null;
  readonly origin: SearchOrigin | null;
}

interface SearchRequest {
  readonly text: string;
  readonly kinds: readonly SearchKind[];
  readonly limit: number;
}

/** The text in the forms that the columns have. */
interface Terms {
  readonly lower: string;
  readonly uuid: string | null;
  readonly number: string | null;
  /** The number, where other numbers can begin with it. */
  readonly firstDigits: string | null;
  /** Without `urn:oid:`. */
  readonly oid: string;
  /** Pattern of the search texts of emergencies that can have an OID which begins with it. */
  readonly oidPattern: string | null;
  /** The digits of a fax number. */
  readonly fax: string;
  /** `last first` or `last, first` as the order of the users has it. */
  readonly lastFirst: string;
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const isNumber = /^#?(\d{1,15})$/;
const isOidStart = /^[0-2]\.[\d.]+$/;
const faxPunctuation = /[\s()+.-]/g;
const nameSeparator = '\u001f';

function termsOf(text: string): Terms {
  const lower = text.toLowerCase();
  const number = isNumber.exec(lower)?.[1] ?? null;
  const oid = plainOid(text);
  const digits = text.replace(faxPunctuation, '').replace(/^1(?=\d{10}$)/, '');
  return {
    lower,
    uuid: isUuid.test(lower) ? lower : null,
    number,
    firstDigits: number?.startsWith('0') ? null : number,
    oid,
    oidPattern: isOidStart.test(oid) ? containing(oid) : null,
    fax: /^\d{4,15}$/.test(digits) ? digits : lower,
    lastFirst: lower.replace(/,?\s+/, nameSeparator),
  };
}

/** Texts that begin with `$n`, in the order of the database's collation, which is that of code points. */
const beginsWith = (column: string, parameter: string) =>
  `${column} >= ${parameter} and ${column} < ${parameter} || chr(1114111)`;
const rankOf = (column: string, parameter: string) => `case when ${column} = ${parameter} then 0 else 1 end`;
const noOwner = `null::text as "organizationId", null::text as origin`;

const organizationColumns = `o.id::text, o.name as label, concat_ws(' · ', o.subdomain, o.org_id::text) as detail`;
const byOrganization = (condition: string, rank: string, order: string) =>
  `select ${organizationColumns}, ${rank} as rank, ${noOwner} from organizations o where ${condition} order by ${order}`;

const userColumns = `u.id::text, trim(u.first_name || ' ' || u.last_name) as label, u.user_name || coalesce(' · ' || m.name, '') as detail`;
const byUser = (condition: string, rank: string, order: string) =>
  `select ${userColumns}, ${rank} as rank, ${noOwner} from users u left join organizations m on m.id = u.organization_id
   where u.deleted_at is null and ${condition} order by ${order}`;

const ofOrganization = (origin: string, rank: string) =>
  `o.name as detail, ${rank} as rank, o.id::text as "organizationId", ${origin} as origin`;
const byOid = (table: string, column: string, origin: SearchOrigin) =>
  ['$4', `'urn:oid:' || $4`].map((value) => {
    const owner = table === 'organizations' ? 'x.id' : 'x.organization_id';
    return `select x.id::text, x.${column} as label, ${ofOrganization(`'${origin}'`, rankOf(`x.${column}`, value))}
      from ${table} x join organizations o on o.id = ${owner} where ${beginsWith(`x.${column}`, value)} order by x.${column}`;
  });
/** Emergencies are few: those whose organizations can match are read by the index of their search, and each comes with its first match. */
const byEmergencyOid = `
  select distinct on (e.name, e.id) e.id::text, m.oid as label, e.name as detail, ${rankOf('m.oid', '$4')} as rank,
    null::text as "organizationId", 'emergency' as origin
  from emergencies e cross join lateral jsonb_to_recordset(e.organizations) m(oid text)
  where e.search_text like $10 and ${beginsWith('m.oid', '$4')} order by e.name, e.id, rank, m.oid`;
/** Organization numbers of up to 15 digits that begin with `$9`: for each count of digits a range of the index. */
const byFirstDigits = `
  select ${organizationColumns}, case when o.org_id::text = $9 then 0 else 1 end as rank, ${noOwner}
  from generate_series(0, 15 - length($9)) digits cross join lateral (
    select * from organizations r
    where r.org_id >= $9::text::bigint * power(10, digits)::bigint and r.org_id < ($9::text::bigint + 1) * power(10, digits)::bigint
    order by r.org_id limit $8) o
  order by o.org_id`;
const byAddress = (value: string) => {
  const origin = `case when d.type = 'Fax' then coalesce(f.kind, 'efax') else 'direct' end`;
  return `select d.id::text, d.address as label, ${ofOrganization(origin, rankOf('d.address', value))}
    from document_sources d join organizations o on o.id = d.organization_id left join fax_accounts f on f.id = d.fax_account_id
    where ${beginsWith('d.address', value)} order by d.address`;
};

/** Exact matches and beginnings: each is a range of an index. $1 text, $2 id, $3 number, $4 OID, $5 fax number, $6 last and first name, $9 first digits, $10 OID pattern. */
const near: Readonly<Record<SearchKind, readonly string[]>> = {
  Organization: [
    byOrganization('o.id = $2::uuid', '0', 'o.id'),
    byOrganization('o.org_id = $3::bigint', '0', 'o.id'),
    byFirstDigits,
    byOrganization(beginsWith('lower(o.subdomain)', '$1'), rankOf('lower(o.subdomain)', '$1'), 'lower(o.subdomain)'),
    byOrganization(beginsWith('o.name_sort', '$1'), rankOf('o.name_sort', '$1'), 'o.name_sort, o.id'),
  ],
  User: [
    byUser('u.id = $2::uuid', '0', 'u.id'),
    byUser(beginsWith('u.user_name_sort', '$1'), rankOf('u.user_name_sort', '$1'), 'u.user_name_sort, u.id'),
    byUser(beginsWith('u.name_sort', '$1'), '1', 'u.name_sort, u.id'),
    byUser(beginsWith('u.name_sort', '$6'), '1', 'u.name_sort, u.id'),
  ],
  Network: [
    `select n.id::text, n.name as label, null::text as detail,
       case when n.id = $2::uuid or lower(n.name) = $1 then 0 when position($1 in lower(n.name)) = 1 then 1 else 2 end as rank, ${noOwner}
     from networks n where n.id = $2::uuid or position($1 in lower(n.name)) > 0 order by rank, lower(n.name)`,
  ],
  Oid: [
    ...byOid('organizations', 'carequality_oid', 'carequality'),
    ...byOid('organizations', 'qhin_participant_oid', 'qhin'),
    ...byOid('organizations', 'qhin_parent_oid', 'qhin'),
    ...byOid('alternate_oids', 'value', 'alternateOid'),
    ...byOid('directory_entries', 'oid', 'directoryEntry'),
    byEmergencyOid,
  ],
  Address: [byAddress('$1'), byAddress('$5')],
  Message: [
    `select m.id::text, m.id::text as label, o.name || ' · ' || m.channel as detail, 0 as rank, ${noOwner}
     from mail_messages m join organizations o on o.id = m.organization_id where m.id = $3::bigint`,
  ],
};

type Found = Row & Record<string, unknown>;

/** One statement for all kinds, because each round trip takes as long as several of these ranges. $7 kinds, $8 limit. */
const nearMatches = statement<Found & { readonly kind: SearchKind }>(
  'search-near',
  searchKinds
    .flatMap((kind) =>
      near[kind].map(
        (select) =>
          `select '${kind}' as kind, ranked.* from (${select} limit $8) ranked where '${kind}' = any ($7::text[])`,
      ),
    )
    .join(' union all '),
);

/** So many matches of a part of a name are read and ordered; a common word has far more. */
const maxParts = 200;
/** Scanning this number of organizations takes some milliseconds and meets a common word often enough. */
const maxScanned = 4096;
/** Words that begin with the text come before words that contain it. */
const partOrder = (text: string) =>
  `case when position($1 in ${text}) = 1 then 1 else 2 end as rank,
   (position(' ' || $1 in ${text}) > 0 or position(chr(31) || $1 in ${text}) > 0) as "isWordStart"`;

const partsOf = (name: string, text: string) => statement<Found>(name, text);
const organizationParts = (source: string) =>
  `select ${organizationColumns}, ${noOwner}, ${partOrder('o.search_text')} from ${source} o
   order by rank, "isWordStart" desc, o.name_sort, o.id limit $2`;

const commonOrganizations = partsOf(
  'search-common-organizations',
  organizationParts(`(select * from (select * from organizations order by id limit ${maxScanned}) scanned
    where position($1 in search_text) > 0 limit ${maxParts})`),
);
const organizationsByIndex = partsOf(
  'search-organization-parts',
  organizationParts(`(select * from organizations where search_text like $3 limit ${maxParts} offset 0)`),
);
const usersByIndex = partsOf(
  'search-user-parts',
  `select ${userColumns}, ${noOwner}, ${partOrder('u.search_text')}
   from (select * from users where search_text like $3 limit ${maxParts} offset 0) u
   left join organizations m on m.id = u.organization_id
   where u.deleted_at is null order by rank, "isWordStart" desc, u.name_sort, u.id limit $2`,
);

/** Records with the text inside of their names. */
const parts: Partial<Record<SearchKind, (tx: Transaction, text: string, limit: number) => Promise<Row[]>>> = {
  async Organization(tx, text, limit) {
    const common = await commonOrganizations(tx, [text, limit]);
    return common.length >= limit ? common : organizationsByIndex(tx, [text, limit, containing(text)]);
  },
  User: (tx, text, limit) => usersByIndex(tx, [text, limit, containing(text)]),
};

/** Without three characters in a row a trigram index would be read completely. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;
const hasLetter = /\p{L}/u;

/** Numbers, identifiers and addresses are no parts of the names of organizations. */
const mayBePart = (text: string, kind: SearchKind) =>
  text.length >= searchTextLimits.partMin &&
  hasTrigram.test(text) &&
  hasLetter.test(text) &&
  !isUuid.test(text) &&
  (kind !== 'Organization' || !text.includes('@'));

/** The best matches of a kind, one more than `limit` where there are more. Parts of names fill what exact matches and beginnings leave. */
async function withParts(tx: Transaction, kind: SearchKind, rows: readonly Row[], text: string, limit: number) {
  const readParts = parts[kind];
  const isDone = rows.length > limit || rows[0]?.rank === 0;
  if (isDone || !readParts || !mayBePart(text, kind)) return rows;
  return distinct([...rows, ...(await readParts(tx, text, limit + 1))]);
}

/** The best matches of each kind, grouped: the group with the best match first. */
export const findRecords = (database: Pick<Database, 'pool'>, { text, kinds, limit }: SearchRequest) =>
  inTransaction(database, async (tx): Promise<{ items: SearchResult[]; more: SearchKind[] }> => {
    // A word that the planner takes for frequent would be looked for in the rows themselves, a million where it is rare.
    await tx.execute(sql`set local enable_seqscan = off`);
    const { lower, uuid, number, firstDigits, oid, oidPattern, fax, lastFirst } = termsOf(text);
    const values = [lower, uuid, number, oid, fax, lastFirst, kinds, limit + 1, firstDigits, oidPattern];
    const found = await nearMatches(tx, values);
    const groups: { kind: SearchKind; rows: readonly Row[] }[] = [];
    for (const kind of searchKinds.filter((one) => kinds.includes(one))) {
      const rows = distinct(found.filter((row) => row.kind === kind));
      groups.push({ kind, rows: await withParts(tx, kind, rows, lower, limit) });
    }
    const best = groups
      .filter(({ rows }) => rows.length > 0)
      .toSorted((a, b) => (a.rows[0]?.rank ?? 0) - (b.rows[0]?.rank ?? 0));
    return {
      items: best.flatMap(({ kind, rows }) => rows.slice(0, limit).map((row) => resultOf(kind, row))),
      more: best.filter(({ rows }) => rows.length > limit).map(({ kind }) => kind),
    };
  });

/** Each record once, by its best match; otherwise in the order of the statements. */
function distinct(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ id, origin }) => {
      const key = `${origin}:${id}`;
      return !seen.has(key) && seen.add(key);
    });
}

const resultOf = (kind: SearchKind, { id, label, detail, rank, organizationId, origin }: Row): SearchResult => ({
  kind,
  id,
  label,
  detail,
  match: searchMatches[rank] ?? 'Part',
  path: searchResultPath({ kind, id, organizationId, origin }),
});
