import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { type Address, exchangeDoors, usableAddresses } from './engineSetup.ts';

let server: TestServer;
let doors: ReturnType<typeof exchangeDoors>;
let one: Address;
let two: Address;
beforeAll(async () => {
  server = await startServer({ env: { JOBS: 'true', DEMO_TRAFFIC: '0' } });
  doors = exchangeDoors(server);
  const [first, second] = await usableAddresses(server.database);
  if (!first || !second) throw new Error('The demo data have too few direct addresses.');
  one = first;
  two = second;
});
afterAll(async () => {
  await doors.close();
  await server.close();
});

interface TimedStep {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly readAheadMs: number | null;
}

/** All steps of a workflow and of what followed from it, in the order they are meant to be done. */
async function stepsOf(workflowId: string): Promise<TimedStep[]> {
  const { rows } = await server.database.pool.query<TimedStep>(
    `with recursive run as (
       select id, 0 as depth from workflows where id = $1
       union all select w.id, c.depth + 1 from workflows w join run c on w.parent_id = c.id)
     select s.step_name as name, (extract(epoch from s.start_time) * 1000)::float8 as start,
       (extract(epoch from s.end_time) * 1000)::float8 as "end", (s.meta ->> 'readAheadMs')::int as "readAheadMs"
     from run c join workflow_steps s on s.workflow_id = c.id where s.status = 'Completed' order by c.depth, s.ordinal`,
    [workflowId],
  );
  return rows;
}

const receiving = ['Accept', 'Route', 'Notify', 'Identify', 'Extract', 'Preview'];
const sending = ['Validate', 'PrepareAttachments', 'ResolveRoutes', 'Deliver', 'Notify'];

/** Nothing ends before it starts, and nothing starts before what comes before it has ended. */
function expectInOrder(steps: readonly TimedStep[]): void {
  for (const [at, { name, start, end }] of steps.entries()) {
    expect(end, `${name} ends`).toBeGreaterThanOrEqual(start);
    const before = steps[at - 1];
    if (before) expect(start, `${name} starts after ${before.name}`).toBeGreaterThanOrEqual(before.end);
  }
}

test('a small document that is delivered here is processed after it was accepted, and its reading is told', async () => {
  const { workflowId } = await doors.send(one, [two.address]);
  const names = [...sending, ...receiving];
  await expect
    .poll(async () => (await stepsOf(workflowId)).map(({ name }) => name), { timeout: 10_000 })
    .toEqual(names);
  const steps = await stepsOf(workflowId);
  const sent = steps.slice(0, sending.length);
  const arrived = steps.slice(sending.length);
  expectInOrder(sent);
  expectInOrder(arrived);
  const deliver = sent.find(({ name }) => name === 'Deliver');
  expect(arrived[0]?.start).toBeGreaterThanOrEqual(deliver?.start ?? Number.POSITIVE_INFINITY);
  // The attempt began with the reading, so that no time is lost between the steps.
  const read = arrived.reduce((sum, { readAheadMs }) => sum + (readAheadMs ?? 0), 0);
  expect(arrived.filter(({ readAheadMs }) => readAheadMs !== null).map(({ name }) => name)).toEqual(receiving.slice(3));
  expect((sent[0]?.end ?? 0) - (sent[0]?.start ?? 0)).toBeGreaterThanOrEqual(read);
});

test('accepting a mail begins when it begins to be read, and what follows comes after it', async () => {
  const begun = Date.now() - 1_500;
  const { workflowId } = await doors.receive(one, { begunAt: new Date(begun).toISOString() });
  await expect
    .poll(async () => (await stepsOf(workflowId)).map(({ name }) => name), { timeout: 10_000 })
    .toEqual(receiving);
  const steps = await stepsOf(workflowId);
  expectInOrder(steps);
  expect(steps[0]?.start).toBe(begun);
  expect((steps[0]?.end ?? 0) - begun).toBeGreaterThanOrEqual(1_500);
});
