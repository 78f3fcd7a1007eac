import { byFourCallers, line, rounded } from './measure.ts';
import type { Setup } from './setup.ts';

const goalMs = 100;
const homeGoalMs = 50;
const calls = 200;

const find = async ({ url, token }: Setup, text: string): Promise<number> => {
  const response = await fetch(`${url}/api/admin/_search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(`${text} returned ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { items: unknown[] }).items.length;
};

const getNumbers = async ({ url, token }: Setup): Promise<void> => {
  const response = await fetch(`${url}/api/admin/home/numbers`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The numbers returned ${response.status}: ${await response.text()}`);
  await response.json();
};

/** A call without a statement of its own: what sign-in check, audit and HTTP take on this machine now. */
const getGuid = async ({ url, token }: Setup): Promise<void> => {
  const response = await fetch(`${url}/api/admin/guid`, { headers: { authorization: `Bearer ${token}` } });
  await response.json();
};

const report = (name: string, { median, p95, max }: Awaited<ReturnType<typeof byFourCallers>>, goal?: number) =>
  line(
    `  ${name.padEnd(26)} p50 ${rounded(median).padStart(6)}  p95 ${rounded(p95).padStart(6)}  max ${rounded(max).padStart(7)} ms${goal === undefined ? '' : `   goal p95 ${goal} ms`}`,
  );

/** Texts of the data itself. */
async function textsOf({ database: { pool } }: Setup): Promise<Record<string, readonly string[]>> {
  const read = async (text: string) =>
    (await pool.query<{ text: string }>(`select text from (${text}) t where text <> '' limit 100`)).rows.map(
      (row) => row.text,
    );
  const names = await read('select name as text from organizations tablesample system (0.2)');
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const word of name.toLowerCase().match(/[a-z]{4,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const common = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([word]) => word)
    .slice(0, 60);
  return {
    'organization, name': names,
    'organization, part': names.map((name) => name.slice(3, 16)),
    'organization, subdomain': await read('select subdomain as text from organizations tablesample system (0.2)'),
    'organization, number': await read('select org_id::text as text from organizations tablesample system (0.2)'),
    'common word': common,
    'beginning, 4 letters': common.map((word) => word.slice(0, 4)),
    'beginning, 2 letters': common.map((word) => word.slice(0, 2)),
    'inside of a common word': common.map((word) => word.slice(1)),
    'user, name': await read(`select first_name || ' ' || last_name as text from users tablesample system (1)`),
    'user, user name': await read('select user_name as text from users tablesample system (1)'),
    OID: await read('select value as text from alternate_oids tablesample system (1)'),
    'OID, beginning': await read('select left(value, 26) as text from alternate_oids tablesample system (1)'),
    'direct address': await read('select address as text from document_sources tablesample system (1)'),
    'message number': await read('select id::text as text from mail_messages tablesample system (0.1)'),
    miss: common.map((word, index) => `zq${index}${word.slice(2)}x`),
    'miss, with a common word': common.map((word, index) => `${word} zqx${index}`),
  };
}

/** The search over the whole platform and the numbers of the home page, by four callers at once. */
export const findBench = async (setup: Setup): Promise<void> => {
  line(`Search at ${setup.organizations.toLocaleString('en')} organizations, four callers at once`);
  report('a call without statements', await byFourCallers(['guid'], calls, () => getGuid(setup)));
  for (const [name, texts] of Object.entries(await textsOf(setup))) {
    if (texts.length === 0) continue;
    // The first time comes from disk.
    await byFourCallers(texts, texts.length, (text) => find(setup, text));
    report(name, await byFourCallers(texts, calls, (text) => find(setup, text)), goalMs);
  }
  report('numbers of the home page', await byFourCallers(['home'], calls, () => getNumbers(setup)), homeGoalMs);
};
