import { StringDecoder } from 'node:string_decoder';
import type { ClientBase, Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../../database/openDatabase.ts';
import { openLongConnection } from '../../../database/longConnection.ts';
import { isGram } from './filter.ts';
import { countFilters, updateFilterCounts } from './filterCounts.ts';
import { GramCounter } from './gramCounter.ts';
import { frequentWords, WordCounter } from './wordCounter.ts';

/** Number of organizations in which each text of one or two characters, and each frequent word, occurs, as of a snapshot. */
export interface GramCounts {
  readonly counts: Readonly<Record<string, number>>;
  readonly snapshot: string;
  readonly takenAt: number;
}

/** For fewer rows these counts take more time than counting for each request. */
const minRows = 50_000;
/** One process at a time refreshes the counts. */
const lockKey = 7_302_501;

const readText = `
  select counts, snapshot, counted_at as "countedAt" from organization_gram_counts
  where exists (
    select from organization_count_horizon where pruned_below <= split_part(snapshot, ':', 1)::bigint)
    and split_part(snapshot, ':', 2)::bigint <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** The stored counts, or null where there are none to which changes can still be added. */
export async function readGramCounts(client: Pool | ClientBase): Promise<GramCounts | null> {
  const { rows } = await client.query<{ counts: Record<string, number>; snapshot: string; countedAt: Date }>(readText);
  const row = rows[0];
  return row ? { counts: row.counts, snapshot: row.snapshot, takenAt: row.countedAt.getTime() } : null;
}

const unescape = (line: string) =>
  line.includes('\\') ? line.replace(/\\(.)/g, (_, c: string) => escaped[c] ?? c) : line;
const escaped: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Frequent words of a sample and their prefixes, because the list is filtered with each character that the user types. */
async function frequentTexts(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    'select search_text as text from organizations tablesample system (2)',
  );
  return frequentWords(rows.map(({ text }) => text));
}

const createCounters = (words: readonly string[], start: Readonly<Record<string, number>> = {}) => {
  const counters = [new GramCounter(start), new WordCounter(words, start)];
  return {
    add: (text: string, sign?: number) => counters.forEach((counter) => counter.add(text, sign)),
    result: () => Object.assign({}, ...counters.map((counter) => counter.result())) as Record<string, number>,
  };
};
type Counters = ReturnType<typeof createCounters>;

async function countAll(client: ClientBase): Promise<Counters> {
  const counters = createCounters(await frequentTexts(client));
  const source: AsyncIterable<Buffer> = client.query(copyTo('copy (select search_text from organizations) to stdout'));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  // In chunks as they arrive, so that other requests are processed meanwhile.
  for await (const chunk of source) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) counters.add(unescape(line));
  }
  return counters;
}

const changesSince = `
  select sign, search_text as "searchText" from organization_count_changes
  where xid >= split_part($1, ':', 1)::bigint and not pg_visible_in_snapshot(xid::text::xid8, $1::pg_snapshot)`;

async function addChanges(client: ClientBase, { counts, snapshot }: GramCounts): Promise<Counters> {
  const words = Object.keys(counts).filter((text) => !isGram(text));
  const counters = createCounters(words, counts);
  const { rows } = await client.query<{ sign: number; searchText: string }>(changesSince, [snapshot]);
  for (const { sign, searchText } of rows) counters.add(searchText, sign);
  return counters;
}

const saveText = `
  insert into organization_gram_counts (id, snapshot, counts, counted_at) values (1, pg_current_snapshot()::text, $1, now())
  on conflict (id) do update set snapshot = excluded.snapshot, counts = excluded.counts, counted_at = excluded.counted_at`;

const hasRows = async (client: Pool, rowCount: number): Promise<boolean> => {
  const { rows } = await client.query<{ many: boolean }>(
    'select (select count(*) from (select from organizations limit $1) few) >= $1 as many',
    [rowCount],
  );
  return rows[0]?.many === true;
};

async function refresh(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [lockKey]);
  if (!rows[0]?.locked) return;
  const stored = await readGramCounts(client);
  const counter = stored ? await addChanges(client, stored) : await countAll(client);
  await (stored ? updateFilterCounts(client, stored.snapshot) : countFilters(client));
  await client.query(saveText, [JSON.stringify(counter.result())]);
}

/** Updates the counts, or creates them where there are none; texts and stored snapshot are those of one transaction. */
export async function refreshGramCounts(
  database: Pick<Database, 'target' | 'pool'>,
  fromRows = minRows,
): Promise<void> {
  // Small installations open no connection for it.
  if (!(await hasRows(database.pool, fromRows))) return;
  const { client } = await openLongConnection(database, { statementTimeoutMs: 120_000, name: 'carepost gram counts' });
  try {
    await client.query('begin isolation level repeatable read');
    await refresh(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
