/** @module-tag hard */
import { afterEach, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { copyTemplate, quietLog } from '../../support/database/databases.ts';
import { launchServer, untilReady } from '../platform/serverProcess.ts';
import { cdaAttachment, exchangeDoors, usableAddresses } from './engineSetup.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A database that servers come and go on, and the doors through which messages get into it. */
async function setup() {
  const copy = await copyTemplate(inject('testDatabases'));
  cleanups.push(() => copy.drop());
  const config = readConfig({ ...copy.env, DATABASE_POOL: '6' });
  const database = await openDatabase(config, quietLog);
  cleanups.push(() => database.close());
  const doors = exchangeDoors({ config, database });
  cleanups.push(() => doors.close());
  const count = async (text: string) => (await database.pool.query<{ n: number }>(text)).rows[0]?.n ?? Number.NaN;
  const launch = async () => {
    const env = { ...copy.env, DEMO: 'true', DEMO_TRAFFIC: '0', LOG_LEVEL: 'warn', DATABASE_POOL: '4' };
    const server = await launchServer('', env);
    cleanups.push(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    // Servers that start while others work take their time on a small machine.
    await untilReady(server).catch(() => untilReady(server));
    return server;
  };
  return { ...doors, launch, count, addresses: await usableAddresses(database) };
}
type Setup = Awaited<ReturnType<typeof setup>>;

const comesIn = (at: number) => at % 4 === 0;
const goesNowhere = (at: number) => at % 50 === 1;

/** Every fourth message comes from outside, every fiftieth goes to somebody whom nobody knows; the others go to another organization. */
async function flow({ send, receive, addresses }: Setup, from: number, to: number): Promise<void> {
  let next = from;
  const attachments = [cdaAttachment()];
  const lane = async () => {
    while (next < to) {
      const at = next++;
      const [one, two] = [addresses[at % addresses.length], addresses[(at + 1) % addresses.length]];
      if (!one || !two) throw new Error('The demo data have too few direct addresses.');
      if (comesIn(at)) await receive(one, { origin: 'engine', attachments });
      else
        await send(one, [goesNowhere(at) ? `nobody-${at}@elsewhere.example.org` : two.address], {
          origin: 'engine',
          attachments,
        });
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

const ofTest = `workflows w join mail_messages m on m.id = w.mail_message_id where m.origin = 'engine'`;
const unfinished = `select count(*)::int as n from ${ofTest} and w.status in ('Pending', 'In Progress', 'Retrying')`;
const processed = `select count(*)::int as n from ${ofTest} and w.type = 'ProcessWorkflow' and w.status = 'Completed'`;

/** What there is when everything has ended: each message once, with everything that follows from it. */
async function expectWhole({ count }: Setup, messages: number): Promise<void> {
  const numbers = Array.from({ length: messages }, (_, at) => at);
  const incoming = numbers.filter(comesIn).length;
  const nowhere = numbers.filter((at) => !comesIn(at) && goesNowhere(at)).length;
  const delivered = messages - incoming - nowhere;
  expect(await count(`select count(*)::int as n from ${ofTest} and w.type = 'MessageSendWorkflow'`)).toBe(
    delivered + nowhere,
  );
  expect(
    await count(`select count(*)::int as n from ${ofTest} and w.error_code = 'no-route' and w.status = 'Failed'`),
  ).toBe(nowhere);
  expect(
    await count(
      `select count(*)::int as n from ${ofTest} and w.type = 'MessageReceiveWorkflow' and w.status = 'Completed'`,
    ),
  ).toBe(incoming + delivered);
  expect(await count(processed)).toBe(incoming + delivered);
  const doubled = `select count(*)::int as n from (select w.parent_id from ${ofTest} and w.parent_id is not null group by 1 having count(*) > 1) d`;
  expect(await count(doubled)).toBe(0);
  const arrivals = `select count(distinct d.delivered_mail_message_id)::int as n from deliveries d join mail_messages m on m.id = d.mail_message_id
    where m.origin = 'engine' and d.status = 'Delivered'`;
  expect(await count(arrivals)).toBe(delivered);
  const events = `select count(*)::int as n from event_messages e join mail_messages m on m.id = e.mail_message_id
    where m.origin = 'engine' and e.event_type in ('Delivered', 'Processed')`;
  expect(await count(events)).toBe(delivered + incoming + delivered);
}

const kills = 10;

test(`servers killed (${kills}) lose no message and deliver none twice`, { timeout: 300_000 }, async () => {
  const messages = 200 * kills;
  const fixture = await setup();
  const servers = await Promise.all([fixture.launch(), fixture.launch(), fixture.launch()]);
  for (let kill = 0; kill < kills; kill += 1) {
    const share = messages / kills;
    const done = await fixture.count(processed);
    const flowing = flow(fixture, kill * share, (kill + 1) * share);
    // In the middle of it, not before it begins.
    await expect.poll(() => fixture.count(processed), { timeout: 60_000, interval: 20 }).toBeGreaterThan(done + 10);
    const victim = servers.shift();
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    // Starting is what takes the time: the one for after the next kill starts while the others work.
    const next = kill < kills - 2 ? [fixture.launch()] : [];
    await flowing;
    servers.push(...(await Promise.all(next)));
  }
  await expect.poll(() => fixture.count(unfinished), { timeout: 120_000, interval: 200 }).toBe(0);
  await expectWhole(fixture, messages);
});

test('a frozen server loses its work to the other and writes nothing when it wakes', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  const fixture = await setup();
  const [one] = await Promise.all([fixture.launch(), fixture.launch()]);
  const flowing = flow(fixture, 0, 150);
  await expect.poll(() => fixture.count(processed), { timeout: 60_000, interval: 20 }).toBeGreaterThan(10);
  one.child.kill('SIGSTOP');
  await flowing;
  await expect.poll(() => fixture.count(unfinished), { timeout: 90_000, interval: 200 }).toBe(0);
  one.child.kill('SIGCONT');
  await untilReady(one);
  await flow(fixture, 150, 200);
  await expect.poll(() => fixture.count(unfinished), { timeout: 60_000, interval: 200 }).toBe(0);
  await expectWhole(fixture, 200);
});
