import { line, rounded, summary } from './measure.ts';
import type { Setup } from './setup.ts';

interface Call {
  readonly name: string;
  readonly path: string;
  readonly body?: object;
  readonly goal: number;
  /** What somebody would ask the tables for the same numbers; statements run one after the other. */
  readonly rival: readonly string[];
}

const calls = 200;
const area = '/api/diagnostics';
const search = `${area}/messaging/workflows/_search`;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const filter = (field: string, value: unknown, mode = 'equals') => ({ field, value, mode });
const page = (where: string, order = 'created_time desc, id desc') => [
  `select * from workflows where ${where} order by ${order} limit 20`,
  `select count(*) from workflows where ${where}`,
];

const dashboardCalls: readonly Call[] = [
  {
    name: 'messageCounts',
    path: `${area}/messaging/messageCounts`,
    goal: 50,
    rival: [
      `select date_bin('10 minutes', created_time, 'epoch'), channel, direction, status, count(*) from workflows
       where created_time > now() - interval '24 hours' group by 1, 2, 3, 4`,
      `select channel, type, max(created_date) from mail_messages group by 1, 2`,
    ],
  },
  {
    name: 'stats, 1 hour',
    path: `${area}/stats`,
    goal: 50,
    rival: [
      `select date_trunc('minute', created_date), count(*) from mail_messages where created_date > now() - interval '1 hour' group by 1`,
      `select date_trunc('minute', date), count(*) from conversions where date > now() - interval '1 hour' group by 1`,
    ],
  },
  {
    name: 'stats, 31 days',
    path: `${area}/stats?hours=744`,
    goal: 50,
    rival: [
      `select date_trunc('hour', created_date), count(*) from mail_messages where created_date > now() - interval '744 hours' group by 1`,
      `select date_trunc('hour', date), count(*) from conversions where date > now() - interval '744 hours' group by 1`,
    ],
  },
  { name: 'worker', path: `${area}/worker`, goal: 50, rival: ['select count(*) from graphile_worker.jobs'] },
  {
    name: 'systemalerts',
    path: `${area}/messaging/systemalerts`,
    goal: 50,
    rival: [`select * from system_alerts where state <> 'resolved'`],
  },
];

const questions: readonly (readonly [name: string, filtering: readonly object[], where: string])[] = [
  ['page 1', [], 'true'],
  ['Failed', [filter('status', 'Failed')], `status = 'Failed'`],
  [
    'Failed, Fax, Inbound',
    [filter('status', 'Failed'), filter('channel', 'Fax'), filter('direction', 'Inbound')],
    `status = 'Failed' and channel = 'Fax' and direction = 'Inbound'`,
  ],
  ['ProcessWorkflow', [filter('type', 'ProcessWorkflow')], `type = 'ProcessWorkflow'`],
  ['last 24 hours', [filter('createdTime', hoursAgo(24), 'gte')], `created_time >= '${hoursAgo(24)}'`],
  [
    'last year',
    [filter('createdTime', hoursAgo(8760), 'gte'), filter('createdTime', hoursAgo(0), 'lt')],
    `created_time >= '${hoursAgo(8760)}' and created_time < '${hoursAgo(0)}'`,
  ],
  ['error code', [filter('errorCode', 'relay-unavailable')], `error_code = 'relay-unavailable'`],
  ['failed step', [filter('failedStep', 'Deliver')], `failed_step = 'Deliver'`],
  [
    'sender, rare',
    [filter('sender', 'partner-377', 'contains')],
    `mail_message_id in (select id from mail_messages where lower(sender) like '%partner-377%')`,
  ],
  [
    'sender, common',
    [filter('sender', 'partner', 'contains')],
    `mail_message_id in (select id from mail_messages where lower(sender) like '%partner%')`,
  ],
];

const gridCalls: readonly Call[] = [
  ...questions.map(([name, filtering, where]) => ({
    name: `grid, ${name}`,
    path: search,
    body: { filtering },
    goal: 80,
    rival: page(where),
  })),
  {
    name: 'grid, sort by channel',
    path: search,
    body: { sorting: [{ field: 'channel', dir: 'desc' }] },
    goal: 80,
    rival: page('true', 'channel desc, created_time desc, id desc'),
  },
];

/** The calls of the dashboard and the pages of the grid, against asking the tables for the same. */
export const diagnosticsBench = async (setup: Setup) => {
  const { rows } = await setup.database.pool.query<{ count: string }>('select count(*) as count from mail_messages');
  line(
    `Diagnostics at ${Number(rows[0]?.count).toLocaleString('en')} messages, one caller; the rival asks the tables by a bare query`,
  );
  for (const call of [...dashboardCalls, ...gridCalls]) {
    await ask(setup, call);
    const ours = await timed(calls, () => ask(setup, call));
    const bare = await timed(10, async () => {
      for (const statement of call.rival) await setup.database.pool.query(statement);
    });
    line(
      `  ${call.name.padEnd(28)} p50 ${rounded(ours.median).padStart(6)}  p95 ${rounded(ours.p95).padStart(6)} ms   goal p95 ${call.goal} ms   bare query p50 ${rounded(bare.median).padStart(6)} ms   ratio ${rounded(ours.median / bare.median, 2)}`,
    );
  }
};

async function timed(runs: number, work: () => Promise<unknown>) {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return summary(times);
}

async function ask({ url, token }: Setup, { path, body }: Call): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
}
