import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/client/apiError.ts';
import { organizationPartsOf } from '../../../shared/bulk/actions/catalogue.ts';
import { brakesOf } from '../../../shared/bulk/brakes.ts';
import { createRateLimit } from '../../../shared/bulk/rateLimit.ts';
import type { Plan, VerdictCounts } from '../../../shared/bulk/plan.ts';
import { type RunInput, runPlan } from '../../../shared/bulk/running.ts';
import { createFixture, type Fault, itemActionNamed, itemsCreate, itemsUpdate, type Fixture } from './engineFixture.ts';
import { retryRows } from '../../../shared/bulk/retrying.ts';
import { fastPlatform, memoryStore, planOf, rowsOf, run } from './engineSetup.ts';
import type { Progress } from '../../../shared/bulk/runTally.ts';

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index + 1}`);

const prepared = async (count: number, faultOf?: (what: string, key: string) => Fault) => {
  let calm = true;
  const fixture = createFixture((what, key) => (calm ? 'none' : (faultOf?.(what, key) ?? 'none')));
  for (const key of keys(count)) fixture.add(key);
  const { plan } = await planOf(fixture, itemsUpdate, rowsOf(keys(count).map((key) => ({ key, text: 'new' }))));
  calm = false;
  return { world: fixture, plan };
};

const refusing =
  (refused: (row: number) => boolean) =>
  (what: string, key: string): Fault =>
    what === 'update' && refused(Number(key.slice(1))) ? 'refused' : 'none';

/** The engine with a client of which one call answers with this error. */
const answering = (fixture: Fixture, name: 'get' | 'update', error: ApiError): RunInput['client'] => {
  const organizations = { ...fixture.client.organizations, [name]: () => Promise.reject(error) };
  return Object.assign({ ...fixture.client }, { organizations });
};

test('five first rows that fail in the same way end the run', async () => {
  const { world: fixture, plan } = await prepared(
    50,
    refusing(() => true),
  );
  const result = await run(fixture, plan, { limits: { concurrency: 1 } });
  expect(result).toMatchObject({ end: 'brake', code: 'E-BRAKE-REPEATED', counts: { failed: 5, not_run: 45 } });
  expect(result.message).toContain('Too plain.');
});

test('failures after a success do not end the run', async () => {
  const { world: fixture, plan } = await prepared(
    12,
    refusing((row) => row > 1),
  );
  const result = await run(fixture, plan, { limits: { concurrency: 1 } });
  expect(result).toMatchObject({ end: 'finished', counts: { ok: 1, failed: 11, not_run: 0 } });
});

test('too many errors end the run: a number, or a share', async () => {
  const wrong = refusing((row) => row % 2 === 0);
  const first = await prepared(40, wrong);
  const byNumber = await run(first.world, first.plan, { limits: { concurrency: 1, maxErrors: 3 } });
  expect(byNumber).toMatchObject({ end: 'brake', code: 'E-BRAKE-ERRORS', counts: { ok: 3, failed: 3, not_run: 34 } });
  const second = await prepared(40, wrong);
  const byShare = await run(second.world, second.plan, { limits: { concurrency: 1, maxErrors: { percent: 5 } } });
  expect(byShare.counts).toMatchObject({ failed: 2, not_run: 36 });
});

test('the canary runs alone, is read back, and ends the run if it fails', async () => {
  const { world: fixture, plan } = await prepared(20);
  let active = 0;
  const alone: boolean[] = [];
  const action = {
    ...itemsUpdate,
    write: async (...input: Parameters<typeof itemsUpdate.write>) => {
      active += 1;
      alone.push(active === 1);
      await new Promise((go) => setImmediate(go));
      active -= 1;
      return itemsUpdate.write(...input);
    },
  };
  const good = await run(fixture, plan, { actionNamed: () => action, limits: { canary: 5, concurrency: 8 } });
  expect(good.counts.ok).toBe(20);
  expect(alone.slice(0, 5)).toEqual([true, true, true, true, true]);
  expect(alone.slice(6)).toContain(false);

  const bad = await prepared(20);
  const forgetful = {
    ...itemsUpdate,
    write: async (...input: Parameters<typeof itemsUpdate.write>) => input[1],
  };
  const stopped = await run(bad.world, bad.plan, { actionNamed: () => forgetful, limits: { canary: 3 } });
  expect(stopped).toMatchObject({ end: 'brake', code: 'E-BRAKE-CANARY', counts: { failed: 1, not_run: 19 } });
  expect(stopped.outcomes.get(1)).toMatchObject({ code: 'E-ROW-NOT-TAKEN-UP', column: 'text' });
});

test('an expired sign-in ends the run at once and leaves the row pending; a missing permission fails the row', async () => {
  const unknown = new ApiError({ status: 401, code: 'E-TOKEN-INVALID' });
  const first = await prepared(10);
  const signedOut = await run(first.world, first.plan, {
    client: answering(first.world, 'update', unknown),
    limits: { concurrency: 1 },
  });
  expect(signedOut).toMatchObject({ end: 'auth', code: 'E-TOKEN-INVALID', counts: { not_run: 10 } });

  const second = await prepared(10);
  const forbidden = new ApiError({ status: 403, code: 'E-FORBIDDEN' });
  const refused = await run(second.world, second.plan, {
    client: answering(second.world, 'update', forbidden),
    limits: { concurrency: 1 },
  });
  expect(refused).toMatchObject({ end: 'forbidden', code: 'E-FORBIDDEN', counts: { failed: 1, not_run: 9 } });
});

test('an unreachable server ends the run as unavailable, and no row counts as failed', async () => {
  const { world: fixture, plan } = await prepared(10, () => 'lost-before');
  const result = await run(fixture, plan);
  expect(result).toMatchObject({ end: 'unavailable', code: 'E-NETWORK', counts: { not_run: 10 } });
});

test('where no time for retries is left, a call that never reached the server is not repeated', async () => {
  const { world: fixture, plan } = await prepared(1);
  let calls = 0;
  const update = () => {
    calls += 1;
    return Promise.reject(new ApiError({ status: 0, code: 'E-NETWORK', neverSent: true }));
  };
  const client = Object.assign(
    { ...fixture.client },
    { organizations: { ...fixture.client.organizations, update } },
  ) as unknown as RunInput['client'];
  const result = await run(fixture, plan, { client, limits: { maxWaitMs: 0 } });
  expect([calls, result.end]).toEqual([1, 'unavailable']);
});

/** A world whose calls about one item fail without reaching the server, while the others succeed. */
const unreachableFor = async (what: 'read' | 'update', key: string) => {
  const { world: fixture, plan } = await prepared(10);
  let isDown = true;
  const organizations = fixture.client.organizations as unknown as Record<
    string,
    (input: unknown[]) => Promise<unknown>
  >;
  const call = what === 'read' ? 'get' : 'update';
  const client = {
    ...fixture.client,
    organizations: {
      ...organizations,
      [call]: async (input: unknown[]) => {
        if (isDown && input[0] === key) {
          await new Promise((go) => setImmediate(go));
          throw new ApiError({ status: 0, code: 'E-NETWORK', neverSent: true });
        }
        return organizations[call]?.(input);
      },
    },
  } as unknown as typeof fixture.client;
  return { world: fixture, plan, client, restore: () => void (isDown = false) };
};

test.each(['read', 'update'] as const)(
  'a row whose %s never left is not run; resume and retry pick it up',
  async (what) => {
    const { world: fixture, plan, client, restore } = await unreachableFor(what, 'k3');
    const disk = memoryStore();
    const result = await run(fixture, plan, { client, store: disk.store });
    expect(result).toMatchObject({ end: 'unavailable', code: 'E-NETWORK', counts: { ok: 9, not_run: 1, failed: 0 } });
    const [row] = [...result.outcomes.values()].filter(({ status }) => status === 'not_run');
    expect(row).toMatchObject({ attempts: 0, code: 'E-NETWORK' });

    const runHistory = await disk.runHistory();
    const again = await Array.fromAsync(retryRows(plan, runHistory.outcomes, {}));
    expect(again.map(({ values }) => values['key'])).toEqual(['k3']);
    restore();
    const resumed = await run(fixture, plan, { client, history: runHistory, store: disk.store });
    expect(resumed).toMatchObject({ end: 'finished', counts: { ok: 10 } });
    expect(fixture.applied.filter(({ key }) => key === 'k3')).toHaveLength(1);
  },
);

test('a Retry-After pauses the whole run, and the call is sent again', async () => {
  let refusals = 3;
  const { world: fixture, plan } = await prepared(10, (what) =>
    what === 'update' && (refusals -= 1) >= 0 ? 'busy' : 'none',
  );
  const result = await run(fixture, plan);
  expect(result).toMatchObject({ end: 'finished', counts: { ok: 10 } });
  expect(Math.max(...result.platform.slept)).toBeGreaterThanOrEqual(1000);
  expect(result.outcomes.get(1)?.attempts).toBe(1);
});

test('the sum of the waits that the server requests is limited', async () => {
  const { world: fixture, plan } = await prepared(10, (what) => (what === 'update' ? 'busy' : 'none'));
  const result = await run(fixture, plan, { limits: { maxWaitMs: 5000 } });
  expect(result).toMatchObject({ end: 'waited-too-long', code: 'E-RATE-LIMITED', counts: { ok: 0, not_run: 10 } });
  const slept = result.platform.slept.filter((ms) => ms >= 1000).length;
  expect(slept).toBeGreaterThan(1);
  expect(slept).toBeLessThan(30);
});

test('no row starts after the deadline', async () => {
  const { world: fixture, plan } = await prepared(10);
  const platform = fastPlatform();
  const result = await runPlan({
    run: '20260821T060000Z-k3f9',
    plan,
    actionNamed: itemActionNamed,
    client: fixture.client,
    store: memoryStore().store,
    history: { outcomes: new Map(), open: new Map(), before: new Map() },
    rateLimit: createRateLimit(1, platform),
    platform,
    limits: { deadline: platform.now() + 4000, concurrency: 1 },
  });
  expect(result.end).toBe('deadline');
  expect(result.counts.ok).toBeGreaterThan(1);
  expect(result.counts.not_run).toBeGreaterThan(3);
});

test('a stop waits for calls that were sent, and the journal has the exit of the run', async () => {
  const { world: fixture, plan } = await prepared(40);
  const stop = new AbortController();
  const disk = memoryStore();
  const result = await run(fixture, plan, {
    store: disk.store,
    signal: stop.signal,
    onOutcome: ({ row }) => {
      if (row === 7) stop.abort();
    },
  });
  expect(result.end).toBe('stopped');
  expect(fixture.applied).toHaveLength(result.counts.ok);
  expect(result.counts.not_run).toBeGreaterThan(20);
  expect(disk.parsed().at(-1)).toMatchObject({ t: 'end', why: 'stopped' });
  const resumed = await run(fixture, plan, { store: disk.store, history: await disk.runHistory() });
  expect(resumed).toMatchObject({ end: 'finished', counts: { ok: 40 } });
  expect(fixture.applied).toHaveLength(40);
});

test('a disk that is full ends the run before the next row is sent', async () => {
  const { world: fixture, plan } = await prepared(20);
  const disk = memoryStore(12);
  await expect(run(fixture, plan, { store: disk.store, limits: { concurrency: 1 } })).rejects.toThrow(
    'the machine stopped',
  );
  const { outcomes, open } = await disk.runHistory();
  expect(fixture.applied.length).toBeLessThanOrEqual(outcomes.size + open.size);
});

test('the counts of the progress always add up to all rows', async () => {
  const { world: fixture, plan } = await prepared(
    30,
    refusing((row) => row % 7 === 0),
  );
  const seen: Progress[] = [];
  await run(fixture, plan, {
    rateLimit: createRateLimit(5, fastPlatform()),
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen.length).toBeGreaterThan(0);
  for (const { counts } of seen) expect(Object.values(counts).reduce((all, one) => all + one, 0)).toBe(30);
  expect(seen.at(-1)).toMatchObject({ rows: 30, counts: { ok: 26, failed: 4, not_run: 0 } });
});

test('each call has its run, its row and its reason in its headers', async () => {
  const { world: fixture } = await prepared(2);
  const { plan } = await planOf(fixture, itemsCreate, rowsOf([{ key: 'n', text: 'new' }]), {
    head: {
      action: 'items.create',
      createdBy: { subject: 's', name: 'n' },
      origin: 'https://api.example.org',
      source: { name: 'rows.csv', sha256: null },
      header: ['key', 'text'],
      reason: 'Spring cleaning',
      ticket: 'T-1',
    },
  });
  const seen: unknown[] = [];
  const recordingErrors = {
    ...itemsCreate,
    write: async (...input: Parameters<typeof itemsCreate.write>) => {
      seen.push(input[3].options);
      return itemsCreate.write(...input);
    },
  };
  await run(fixture, plan, { actionNamed: () => recordingErrors });
  expect(seen).toMatchObject([
    {
      correlationId: '20260821T060000Z-k3f9-1',
      headers: { 'x-run-id': '20260821T060000Z-k3f9' },
      reason: 'Spring cleaning [T-1]',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
    },
  ]);
});

const footOf = (counts: Partial<VerdictCounts>): Pick<Plan['foot'], 'counts'> => ({
  counts: { create: 0, update: 0, delete: 0, do: 0, unchanged: 0, conflict: 0, ...counts },
});

test.each([
  [{ update: 26 }, { organizations: 100 }, 'E-BRAKE-SHARE'],
  [{ update: 20 }, { organizations: 100 }, null],
  [{ update: 26 }, { organizations: 1000 }, null],
  [{ create: 500 }, { organizations: 100 }, null],
  [{ update: 26 }, { organizations: 100, maxChanges: 26 }, null],
  [{ update: 27 }, { organizations: 1000, maxChanges: 26 }, 'E-BRAKE-CHANGES'],
  [{ update: 20, create: 7 }, { maxChanges: 26 }, 'E-BRAKE-CHANGES'],
  [{ delete: 26 }, { organizations: 10_000 }, 'E-BRAKE-DELETES'],
  [{ delete: 26 }, { organizations: 10_000, maxDeletes: 30 }, null],
  [{ unchanged: 900, conflict: 90 }, { organizations: 100 }, null],
])('a plan of %j with the limits %j is refused with %s', (counts, limits, code) => {
  expect(brakesOf(footOf(counts), limits).map((brake) => brake.code)).toEqual(code === null ? [] : [code]);
});

test('every limit a plan exceeds is reported with the flag and the number that allow it', () => {
  const brakes = brakesOf(footOf({ delete: 30, update: 10 }), { organizations: 100 });
  expect(brakes.map(({ code, hint }) => [code, hint])).toEqual([
    ['E-BRAKE-DELETES', 'Allow it with --max-deletes 30.'],
    ['E-BRAKE-SHARE', 'Allow it with --max-changes 40.'],
  ]);
});

test('a limit of organizations names the records that the plan changes', () => {
  const [brake] = brakesOf(footOf({ update: 500 }), { organizations: 1000, noun: 'OIDs' });
  expect(brake?.message).toBe(
    'The plan has 500 changes of OIDs; the limit is 200: 20 % of the number of organizations (1,000), and at least 25.',
  );
});

test.each([
  ['orgs.update', 'organizations'],
  ['oids.delete', 'OIDs'],
  ['service-accounts.limit', 'service accounts'],
  ['reserved-words.update', undefined],
  // Its undo deletes reserved words.
  ['reserved-words.create', undefined],
  ['users.assign', undefined],
])('records of %s are parts of organizations: %s', (action, noun) => {
  expect(organizationPartsOf(action)).toBe(noun);
});
