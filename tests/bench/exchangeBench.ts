import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../../server/config.ts';
import { createDocuments } from '../../server/documents/openDocuments.ts';
import { acceptOutgoing } from '../../server/exchange/acceptOutgoing.ts';
import { systemContext } from '../../server/jobs/systemContext.ts';
import { smallCda, usableAddresses } from '../server/exchange/engineSetup.ts';
import { cpuSeconds } from './cpuTime.ts';
import { line } from './measure.ts';
import { exchangeRival } from './exchangeRival.ts';
import type { Setup } from './setup.ts';

const messages = Number(process.env['EXCHANGE_MESSAGES'] ?? 3000);
const processed = `workflows where type = 'ProcessWorkflow' and status = 'Completed'`;
/** Calls of the generator at once. */
const atOnce = 4;

/**
 * Messages from one organization to another with a C-CDA of 20 kB: accepted, delivered, received, read. Measured from the first call to
 * the last workflow that ended, the making of the messages included; rival is a loop that only inserts the same rows.
 */
export async function exchangeBench(setup: Setup): Promise<void> {
  const { database } = setup;
  const addresses = await usableAddresses(database);
  const config = readConfig({ DATABASE_URL: setup.databaseUrl });
  const documents = createDocuments(config.exchange.documents);
  const services = { config, database, documents, hubs: { processed: () => undefined } };
  const send = async (at: number) => {
    const from = addresses[at % addresses.length];
    const to = addresses[(at + 1) % addresses.length];
    if (!from || !to) throw new Error('Too few addresses.');
    await acceptOutgoing(
      services,
      {
        organizationId: from.organizationId,
        channel: 'Direct',
        sender: from.address,
        recipients: [to.address],
        subject: 'Referral',
        body: 'Please see the attachment.',
        origin: 'bench',
        attachmentsAs: 'Original',
        attachments: [{ name: 'summary.xml', bytes: smallCda(`Bench${at}`) }],
      },
      systemContext(`bench-${at}`),
    );
  };
  try {
    await run(200, send);
    await untilProcessed(database.pool);
    const stored = await countOf(database.pool, 'mail_messages');
    const before = await countOf(database.pool, processed);
    const spent = cpuWatch(setup);
    const started = performance.now();
    await run(messages, send);
    const accepted = performance.now();
    await untilProcessed(database.pool);
    const ms = performance.now() - started;
    const made = (await countOf(database.pool, processed)) - before;
    if (made !== messages) throw new Error(`${made} of ${messages} messages were processed.`);
    line(
      `Exchange: ${messages.toLocaleString('en')} messages of 20 kB sent, delivered and processed in ${(ms / 1000).toFixed(1)} s: ` +
        `${(messages / (ms / 1000)).toFixed(0)} messages/s (accepted after ${((accepted - started) / 1000).toFixed(1)} s; ` +
        `${stored.toLocaleString('en')} messages stored before)`,
    );
    line(`  Processor time for each message: ${spent(messages)}`);
    const rival = await exchangeRival(database.pool, addresses, { messages, atOnce });
    line(
      `  A loop that only inserts the same rows: ${(messages / (rival / 1000)).toFixed(0)} messages/s; ratio ${(ms / rival).toFixed(2)}`,
    );
  } finally {
    await documents.close();
  }
}

/** Milliseconds of processor time for each message, by who took them: holds on a machine that has other work too. */
function cpuWatch({ folder, serverPid }: Setup): (count: number) => string {
  const postgres = Number(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const own = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
  const times = () => [cpuSeconds(serverPid), cpuSeconds(postgres), own()];
  const before = times();
  return (count) => {
    const names = ['server', 'database', 'generator'];
    const each = times().map((seconds, at) => ((seconds - (before[at] ?? 0)) * 1000) / count);
    const total = each.reduce((sum, ms) => sum + ms, 0);
    return `${total.toFixed(1)} ms (${each.map((ms, at) => `${names[at]} ${ms.toFixed(1)}`).join(', ')})`;
  };
}

async function run(count: number, send: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function countOf(pool: pg.Pool, what: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`);
  return rows[0]?.n ?? 0;
}

/** Until no workflow is under way; a failed one ends the measurement. */
async function untilProcessed(pool: pg.Pool): Promise<void> {
  const unfinished = `select exists (select from workflows where status in ('Pending', 'In Progress', 'Retrying')) as found`;
  for (let waited = 0; waited < 6000; waited += 1) {
    const { rows } = await pool.query<{ found: boolean }>(unfinished);
    if (rows[0]?.found === false) return;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('The messages were not processed.');
}
