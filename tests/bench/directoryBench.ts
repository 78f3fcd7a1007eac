import { openLongConnection } from '../../server/database/longConnection.ts';
import { places } from '../../server/seed/places.ts';
import { randomFor } from '../../server/seed/random.ts';
import { givenNames, groupForms, practices, surnames } from '../../server/seed/words.ts';
import { byFourCallers, line, rounded } from './measure.ts';
import type { Setup } from './setup.ts';

const goalMs = 100;
const entries = 1_000_000;
const calls = 300;
const random = randomFor(92, 0);

const syllables = [
  'an',
  'bar',
  'cor',
  'dal',
  'el',
  'fer',
  'gra',
  'hol',
  'is',
  'jen',
  'kow',
  'lan',
  'mor',
  'nes',
  'or',
  'pet',
  'quin',
  'ros',
  'sten',
  'tor',
  'ul',
  'ves',
  'wal',
  'yar',
  'zel',
]; // prettier-ignore
/** Real names first, because the first ones are the frequent ones. */
const namesOf = (real: readonly string[], count: number): string[] => {
  const names = new Set(real);
  while (names.size < count) {
    const made = Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
    names.add(made[0]?.toUpperCase() + made.slice(1));
  }
  return [...names];
};

/** Seven of ten entries are providers. The names are as unequally frequent as real ones: the first one in a hundred entries, most in a few. */
const fill = `
  insert into provider_directory
  select gen_random_uuid(), $1, null, null, is_provider, 'a' || n || '@direct.bench.example', null,
    case when is_provider then first end, null, case when is_provider then last end, organization,
    case when is_provider then organization else organization || ' Records' end, '5550100100', '5550100101', n || ' Main Street',
    place ->> 'city', place ->> 'state', place ->> 'zip', null,
    lower(case when is_provider then last || chr(31) || first else organization end),
    directory_terms(case when is_provider then first end, case when is_provider then last end, organization,
      place ->> 'city', place ->> 'state', place ->> 'zip')
  from (
    select n, n % 10 < 7 as is_provider, ($2::text[])[1 + floor(cardinality($2::text[]) * random() ^ 3)] as first,
      ($3::text[])[1 + floor(cardinality($3::text[]) * random() ^ 3)] as last,
      ($3::text[])[1 + floor(cardinality($3::text[]) * random() ^ 2)] || ' ' || ($4::text[])[1 + floor(cardinality($4::text[]) * random())]
        || ' ' || ($5::text[])[1 + floor(cardinality($5::text[]) * random())] as organization,
      ($6::jsonb -> floor(jsonb_array_length($6::jsonb) * random())::int) as place
    from generate_series($7::int, $8::int) n) made`;

async function fillDirectory({ database: { pool, owner } }: Setup): Promise<void> {
  const { rows } = await pool.query<{ id: string; filled: number }>(
    `select id, (select count(*)::int from provider_directory where direct_address like '%@direct.bench.example') as filled
     from organizations order by id limit 1`,
  );
  const { id, filled } = rows[0] ?? {};
  if (id === undefined || filled === entries) return;
  line(`filling the directory with ${entries.toLocaleString('en')} entries`);
  const zips = places.map(({ city, state, zip }) => ({
    city,
    state,
    zip: `${zip}${String(random.below(100)).padStart(2, '0')}`,
  }));
  const lists = [namesOf(givenNames, 3_000), namesOf(surnames, 30_000), practices, groupForms, JSON.stringify(zips)];
  const { client } = await openLongConnection({ target: owner }, { statementTimeoutMs: 0, name: 'carepost bench' });
  const step = 5_000;
  // What an earlier run was stopped at stays.
  for (let start = (filled ?? 0) + 1; start <= entries; start += step)
    await client.query(fill, [id, ...lists, start, start + step - 1]);
  await client.query('vacuum analyze provider_directory, directory_words');
  await client.end();
}

type Query = Readonly<Record<string, string | number>>;

const search = async ({ url, token }: Setup, query: Query): Promise<number> => {
  const response = await fetch(`${url}/api/directory/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(query),
  });
  if (!response.ok) throw new Error(`The search returned ${response.status}: ${await response.text()}`);
  const { totalProvidersCount, totalOrganizationsCount } = (await response.json()) as Record<string, number>;
  return (totalProvidersCount ?? 0) + (totalOrganizationsCount ?? 0);
};

/** A call without a statement of its own: what sign-in check, audit and HTTP take on this machine now. */
const getGuid = async ({ url, token }: Setup): Promise<void> => {
  const response = await fetch(`${url}/api/admin/guid`, { headers: { authorization: `Bearer ${token}` } });
  await response.json();
};

/** Two neighbouring letters in the middle of the word change places. */
const misspelled = (name: string): string => {
  const at = Math.floor(name.length / 2);
  return `${name.slice(0, at - 1)}${name[at]}${name[at - 1]}${name.slice(at + 1)}`;
};

/** Searches for the data itself. */
async function queriesOf({ database: { pool } }: Setup): Promise<Record<string, readonly Query[]>> {
  const { rows } = await pool.query<Record<'first' | 'last' | 'organization' | 'city' | 'state' | 'zip', string>>(
    `select first_name as first, last_name as last, organization_name as organization, city, state, zip
     from provider_directory tablesample system (0.3) where is_provider and length(last_name) > 5 and length(first_name) > 4 limit 150`,
  );
  return {
    'first and last name': rows.map(({ first: firstName, last: lastName }) => ({ firstName, lastName })),
    'last name': rows.map(({ last: lastName }) => ({ lastName })),
    'organization, its words turned': rows.map(({ organization }) => ({
      organizationName: organization.split(' ').reverse().join(' '),
    })),
    'misspelled last name': rows.map(({ last }) => ({ lastName: misspelled(last) })),
    'misspelled, both names': rows.map(({ first, last }) => ({
      firstName: misspelled(first),
      lastName: misspelled(last),
    })),
    'city and state': rows.map(({ city, state }) => ({ city, state })),
    'ZIP code': rows.map(({ zip }) => ({ zip })),
    'last name and state': rows.map(({ last: lastName, state }) => ({ lastName, state })),
    'common word': ['clinic', 'medicine', 'health', 'center', 'family', 'associates'].map((organizationName) => ({
      organizationName,
    })),
    'one letter': Array.from('abcdelmrst', (lastName) => ({ lastName })),
    'last page': ['clinic', 'center'].map((organizationName) => ({
      organizationName,
      providerPageStart: 50,
      organizationPageStart: 50,
    })),
    miss: rows.map((_row, index) => ({ lastName: `zqx${index}wv`, city: 'nowhere' })),
  };
}

/** The search of the provider directory at a million entries, by four callers at once. */
export const directoryBench = async (setup: Setup): Promise<void> => {
  await fillDirectory(setup);
  const baseline = await byFourCallers(['guid'], calls, () => getGuid(setup));
  line(`Provider directory at ${entries.toLocaleString('en')} entries, four callers at once`);
  line(
    `  a call without statements      p50 ${rounded(baseline.median).padStart(6)}  p95 ${rounded(baseline.p95).padStart(6)} ms`,
  );
  for (const [name, queries] of Object.entries(await queriesOf(setup))) {
    // The first time comes from disk.
    await byFourCallers(queries, queries.length, (query) => search(setup, query));
    let found = 0;
    const { median, p95, max } = await byFourCallers(queries, calls, async (query) => {
      const total = await search(setup, query);
      if (total > 0) found += 1;
    });
    const share = `${Math.round((found / calls) * 100)} % found`;
    line(
      `  ${name.padEnd(30)} p50 ${rounded(median).padStart(6)}  p95 ${rounded(p95).padStart(6)}  max ${rounded(max).padStart(7)} ms   goal p95 ${goalMs} ms   ${share}`,
    );
  }
};
