import { byFourCallers, line, rounded, summary } from './measure.ts';
import type { Setup } from './setup.ts';

type Where = Pick<Setup, 'url' | 'token' | 'database'>;

interface Answer {
  readonly value: readonly unknown[];
  readonly '@odata.count': number;
}

const goalMs = 80;
const calls = 60;

const dayMs = 86_400_000;
const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

type Terms = Record<'rare' | 'rareRecipient' | 'common' | 'tenant', string>;

/** Questions of the inspector's screens, each with the bare statement that its rival sends. */
const questions = (text: Terms) => {
  const notDraft = 'IsDraft eq false';
  return [
    { name: 'all', filter: notDraft, where: 'not is_draft' },
    { name: 'status', filter: `${notDraft} and Status eq 9`, where: 'not is_draft and status = 9' },
    { name: 'status, rare', filter: `${notDraft} and Status eq 12`, where: 'not is_draft and status = 12' },
    { name: 'type', filter: `${notDraft} and Type eq 1`, where: 'not is_draft and type = 1' },
    {
      name: 'last year',
      filter: `${notDraft} and CreatedDate ge '${since(365)}' and CreatedDate le '${since(0)}'`,
      where: `not is_draft and created_date >= '${since(365)}' and created_date <= '${since(0)}'`,
    },
    {
      name: 'last 7 days',
      filter: `${notDraft} and CreatedDate ge '${since(7)}' and CreatedDate le '${since(0)}'`,
      where: `not is_draft and created_date >= '${since(7)}' and created_date <= '${since(0)}'`,
    },
    { name: 'channel', filter: `${notDraft} and Channel eq 'Fax'`, where: `not is_draft and channel = 'Fax'` },
    {
      name: 'organization',
      filter: `${notDraft} and TenantId eq ${text.tenant}`,
      where: `not is_draft and organization_id = '${text.tenant}'`,
    },
    {
      name: 'sender, rare',
      filter: `${notDraft} and Contains(Sender,'${text.rare}') eq true`,
      where: `not is_draft and lower(sender) like '%${text.rare}%'`,
    },
    {
      name: 'sender, common',
      filter: `${notDraft} and Contains(Sender,'${text.common}') eq true`,
      where: `not is_draft and lower(sender) like '%${text.common}%'`,
    },
    {
      name: 'recipient, rare',
      filter: `${notDraft} and Contains(MailTo,'${text.rareRecipient}') eq true`,
      where: `not is_draft and lower(mail_to) like '%${text.rareRecipient}%'`,
    },
    {
      name: 'recipient, common',
      filter: `${notDraft} and Contains(MailTo,'${text.common}') eq true`,
      where: `not is_draft and lower(mail_to) like '%${text.common}%'`,
    },
    {
      name: 'status, type, 7 days',
      filter: `${notDraft} and Status eq 9 and Type eq 1 and CreatedDate ge '${since(7)}'`,
      where: `not is_draft and status = 9 and type = 1 and created_date >= '${since(7)}'`,
    },
  ];
};

/** A page with its exact number, by OData over HTTP against the two bare statements it is made of. */
export const inspectorBench = async (setup: Where): Promise<void> => {
  const { pool } = setup.database;
  const { rows: size } = await pool.query<{ count: number }>('select count(*)::int as count from mail_messages');
  line(
    `Message inspector at ${(size[0]?.count ?? 0).toLocaleString('en')} messages: page 1 of 20 with the exact number`,
  );
  for (const { name, filter, where } of questions(await text(setup))) {
    const query = new URLSearchParams({ $filter: filter, $orderby: 'MailMessageId desc', $top: '20', $count: 'true' });
    const address = `${setup.url}/odata/mailmessages?${query.toString()}`;
    const ours: number[] = [];
    const bare: number[] = [];
    const first = performance.now();
    const response = await ask(setup, address);
    const firstMs = performance.now() - first;
    for (let call = 0; call < calls; call++) {
      const started = performance.now();
      await ask(setup, address);
      const between = performance.now();
      const counted = await pool.query<{ count: number }>(
        `select count(*)::int as count from mail_messages where ${where}`,
      );
      await pool.query(`select * from mail_messages where ${where} order by id desc limit 20`);
      ours.push(between - started);
      bare.push(performance.now() - between);
      if (call === 0 && counted.rows[0]?.count !== response['@odata.count'])
        line(`  ${name}: ${response['@odata.count']} is not ${counted.rows[0]?.count}`);
    }
    const [{ median, p95 }, rival] = [summary(ours), summary(bare)];
    line(
      `  ${name.padEnd(22)} p50 ${rounded(median).padStart(6)}  p95 ${rounded(p95).padStart(6)} ms   goal p95 ${goalMs} ms   first ${rounded(firstMs)} ms   ${rounded(median / rival.median, 2)} of bare select and count (p50 ${rounded(rival.median)}, p95 ${rounded(rival.p95)})   total ${response['@odata.count'].toLocaleString('en')}`,
    );
  }
};

const gridGoalMs = 150;
const gridCalls = 60;

interface GridBody {
  readonly sorting?: readonly { field: string; dir: 'asc' | 'desc' }[];
  readonly filtering?: readonly { field: string; mode: string; value: string | number }[];
  readonly paging: { readonly pageNumber: number; readonly pageSize: number };
}

const paging = { pageNumber: 1, pageSize: 20 };
const byDuration = (dir: 'asc' | 'desc') => [{ field: 'duration', dir }];
const durationOver = (value: number) => ({ field: 'duration', mode: 'gt', value });

const post = async ({ url, token }: Where, body: GridBody): Promise<void> => {
  const response = await fetch(`${url}/api/diagnostics/messaging/workflows/_search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${JSON.stringify(body)} answered ${response.status}: ${await response.text()}`);
  await response.json();
};

/** Workflows by duration, parts of a Message-ID and deep pages, by four callers at once. */
export const gridBench = async (setup: Where): Promise<void> => {
  const { rows } = await setup.database.pool.query<{ id: string; count: number }>(
    `select (select hisp_message_id from mail_messages offset 1000 limit 1) as id, count(*)::int as count from mail_messages`,
  );
  const [{ id, count } = { id: '', count: 0 }] = rows;
  const part = id.slice(3, 13).replaceAll("'", "''");
  const grid: Record<string, readonly GridBody[]> = {
    'by duration': [
      { sorting: byDuration('desc'), paging },
      { sorting: byDuration('asc'), paging },
      { sorting: byDuration('desc'), filtering: [{ field: 'status', mode: 'equals', value: 'Failed' }], paging },
    ],
    'duration over': [500, 1000, 1500, 5000, 60_000].map((value) => ({ filtering: [durationOver(value)], paging })),
    'duration over, failed': [1000, 60_000].map((value) => ({
      filtering: [durationOver(value), { field: 'status', mode: 'equals', value: 'Failed' }],
      paging,
    })),
    'part of a Message-ID': [{ filtering: [{ field: 'hispMessageId', mode: 'contains', value: part }], paging }],
  };
  line('Workflow grid and deep pages, four callers at once');
  for (const [name, bodies] of Object.entries(grid)) await report(name, bodies, (body) => post(setup, body));
  const odata: Record<string, readonly Record<string, string>[]> = {
    'OData, part of a Message-ID': [{ $filter: `IsDraft eq false and Contains(HispMessageId,'${part}') eq true` }],
    'OData, deep $skip': [0.25, 0.5, 0.75].map((share) => ({
      $filter: 'IsDraft eq false',
      $skip: String(Math.floor(count * share)),
    })),
    'OData, deep $skip, status': [0.25, 0.5].map((share) => ({
      $filter: 'IsDraft eq false and Status eq 9',
      $skip: String(Math.floor(count * share)),
    })),
    'OData, deep $skip, by date': [0.25, 0.5].map((share) => ({
      $filter: 'IsDraft eq false',
      $orderby: 'CreatedDate desc',
      $skip: String(Math.floor(count * share)),
    })),
  };
  for (const [name, options] of Object.entries(odata)) {
    await report(name, options, (one) => {
      const query = new URLSearchParams({ $orderby: 'MailMessageId desc', $top: '20', $count: 'true', ...one });
      return ask(setup, `${setup.url}/odata/mailmessages?${query.toString()}`);
    });
  }
};

const report = async <T>(name: string, inputs: readonly T[], send: (input: T) => Promise<unknown>): Promise<void> => {
  const first = await byFourCallers(inputs, inputs.length, send);
  const { median, p95, max } = await byFourCallers(inputs, gridCalls, send);
  line(
    `  ${name.padEnd(28)} p50 ${rounded(median).padStart(6)}  p95 ${rounded(p95).padStart(6)}  max ${rounded(max).padStart(6)} ms   goal p95 ${gridGoalMs} ms   first max ${rounded(first.max)} ms`,
  );
};

const ask = async ({ token }: Where, address: string): Promise<Answer> => {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
};

/** Of the data itself: who wrote and who got little, a word that stands in many addresses, an organization with an average of messages. */
const text = async ({ database: { pool } }: Where): Promise<Terms> => {
  const rarest = async (column: 'sender' | 'mail_to') => {
    const { rows } = await pool.query<{ address: string }>(
      `select lower(${column}) as address from mail_messages group by 1 order by count(*), 1 limit 1`,
    );
    return (rows[0]?.address ?? 'nobody').replaceAll("'", "''");
  };
  const { rows: tenants } = await pool.query<{ id: string }>(
    'select organization_id as id from mail_messages tablesample system (1) limit 1',
  );
  return {
    rare: await rarest('sender'),
    rareRecipient: await rarest('mail_to'),
    common: 'direct',
    tenant: tenants[0]?.id ?? '00000000-0000-0000-0000-000000000000',
  };
};
