import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimPlan } from '../../../shared/bulk/claim.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { secondAdministrator } from '../../support/secondAdministrator.ts';
import { lastAudit, refusal } from './organizationBuilders.ts';

let server: TestApp;
let maker: Client;
let makerId: string;
let second: Client;
beforeAll(async () => {
  server = await sharedServer();
  maker = server.client('SysAdmin');
  makerId = (await maker.profile.get({})).userId;
  second = await secondAdministrator(server);
});

const hour = 60 * 60 * 1000;
const sha256 = (letter: string) => letter.repeat(64);
const plan = (fields: Partial<{ sha256: string; createdBy: string; expiresAt: string }> = {}) => ({
  sha256: sha256('a'),
  action: 'orgs.update',
  rows: 12,
  createdBy: makerId,
  expiresAt: new Date(Date.now() + hour).toISOString(),
  ...fields,
});
const runOf = (tail: string) => `20260821T060000Z-${tail}`;

describe('a plan', () => {
  test('is used by one run and by no other, and the audit row says by which', async () => {
    const params = { planId: randomUUID() };
    const body = { ...plan(), runId: runOf('aaaa'), needsApproval: false };
    const used = await maker.bulkplans.use({ params, body });
    expect(used).toMatchObject({ runId: runOf('aaaa'), usedBy: { id: makerId }, approvedBy: null, rows: 12 });
    expect(await maker.bulkplans.get({ params })).toEqual(used);
    expect(await lastAudit(server, params.planId)).toMatchObject({
      action: 'bulkplans.use',
      changes: { runId: { before: null, after: runOf('aaaa') } },
    });
    expect(await maker.bulkplans.use({ params, body }), 'a run that is gone on with').toEqual(used);
    const other = refusal(maker.bulkplans.use({ params, body: { ...body, runId: runOf('bbbb') } }));
    expect(await other).toMatchObject({
      status: 409,
      code: 'E-PLAN-USED',
      message: expect.stringContaining(runOf('aaaa')),
    });
  });

  test('that nobody registered is not found', async () => {
    const unknown = refusal(maker.bulkplans.get({ params: { planId: randomUUID() } }));
    expect(await unknown).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('is won by exactly one of 30 runs that claim it at once', async () => {
    const params = { planId: randomUUID() };
    const runs = Array.from({ length: 30 }, (_, turn) => runOf(`r${100 + turn}`));
    // Made once: two of different milliseconds are two plans.
    const requested = plan();
    const outcomes = await Promise.all(
      runs.map((runId) =>
        maker.bulkplans.use({ params, body: { ...requested, runId, needsApproval: false } }).then(
          () => runId,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    const winners = outcomes.filter((outcome) => !outcome.startsWith('E-'));
    expect(winners).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'E-PLAN-USED')).toHaveLength(29);
    expect(await maker.bulkplans.get({ params })).toMatchObject({ runId: winners[0] });
  });

  test('that has expired is refused, but its run may be gone on with', async () => {
    const history = plan({ expiresAt: new Date(Date.now() - 1000).toISOString() });
    const late = refusal(
      maker.bulkplans.use({
        params: { planId: randomUUID() },
        body: { ...history, runId: runOf('cccc'), needsApproval: false },
      }),
    );
    expect(await late).toMatchObject({ status: 409, code: 'E-PLAN-EXPIRED' });
    const approval = refusal(second.bulkplans.approve({ params: { planId: randomUUID() }, body: history }));
    expect(await approval).toMatchObject({ status: 409, code: 'E-PLAN-EXPIRED' });

    const params = { planId: randomUUID() };
    const body = {
      ...plan({ expiresAt: new Date(Date.now() + 150).toISOString() }),
      runId: runOf('dddd'),
      needsApproval: false,
    };
    const used = await maker.bulkplans.use({ params, body });
    await expect.poll(() => Date.now() > Date.parse(body.expiresAt)).toBe(true);
    expect(await maker.bulkplans.use({ params, body })).toEqual(used);
  });

  test('that says it lives for longer than a day is none', async () => {
    const body = { ...plan({ expiresAt: new Date(Date.now() + 26 * hour).toISOString() }), runId: runOf('eeee') };
    const refused = refusal(
      maker.bulkplans.use({ params: { planId: randomUUID() }, body: { ...body, needsApproval: false } }),
    );
    expect(await refused).toMatchObject({
      status: 400,
      modelState: { expiresAt: ['must be at most 24 hours from now'] },
    });
  });
});

describe('four eyes', () => {
  const use = (client: Client, planId: string, body: ReturnType<typeof plan>, tail = 'ffff') =>
    client.bulkplans.use({ params: { planId }, body: { ...body, runId: runOf(tail), needsApproval: true } });

  test('a plan that nobody approved is not applied, and after the approval of a second administrator once', async () => {
    const planId = randomUUID();
    const body = plan();
    expect(await refusal(use(maker, planId, body))).toMatchObject({ status: 403, code: 'E-PLAN-NOT-APPROVED' });
    const approved = await second.bulkplans.approve({ params: { planId }, body });
    expect(approved).toMatchObject({ approvedBy: { name: expect.stringMatching(/./) }, runId: null });
    expect(await lastAudit(server, planId)).toMatchObject({ action: 'bulkplans.approve' });
    expect(await second.bulkplans.approve({ params: { planId }, body }), 'again').toEqual(approved);
    await use(maker, planId, body, 'gggg');
    expect(await refusal(use(maker, planId, body, 'hhhh'))).toMatchObject({ status: 409, code: 'E-PLAN-USED' });
    expect(await refusal(second.bulkplans.approve({ params: { planId }, body }))).toMatchObject({
      code: 'E-PLAN-USED',
    });
  });

  test('nobody approves a plan they made or apply themselves', async () => {
    const planId = randomUUID();
    const own = refusal(maker.bulkplans.approve({ params: { planId }, body: plan() }));
    expect(await own).toMatchObject({ status: 403, code: 'E-PLAN-SELF-APPROVED' });
    // A plan that names somebody else as its maker is still not applied by who approved it.
    const forged = plan({ createdBy: 'somebody-else' });
    await maker.bulkplans.approve({ params: { planId }, body: forged });
    expect(await refusal(use(maker, planId, forged))).toMatchObject({ status: 403, code: 'E-PLAN-SELF-APPROVED' });
  });

  test('an approval is for one hash, one maker and one end', async () => {
    const planId = randomUUID();
    const body = plan();
    await second.bulkplans.approve({ params: { planId }, body });
    const altered = [
      { ...body, sha256: sha256('b') },
      { ...body, createdBy: 'somebody-else' },
      { ...body, rows: 13 },
      { ...body, action: 'orgs.delete' },
      { ...body, expiresAt: new Date(Date.now() + 2 * hour).toISOString() },
    ];
    for (const one of altered) {
      expect(await refusal(use(maker, planId, one))).toMatchObject({ status: 409, code: 'E-PLAN-ALTERED' });
    }
    await use(maker, planId, body);
  });
});

test('a claim whose answer is lost is repeated for the same run', async () => {
  const planId = randomUUID();
  const head = { ...plan(), id: planId, createdBy: { subject: makerId, name: 'Maker' }, reason: 'Round of fixes' };
  const { sha256: hash, rows, ...rest } = head;
  const whole = {
    head: {
      ...rest,
      format: 'carepost-plan/1',
      createdAt: new Date().toISOString(),
      origin: 'x',
      source: { name: 'f', sha256: null },
      header: [],
    },
    foot: {
      rows,
      sha256: hash,
      counts: { create: 0, update: 12, delete: 0, do: 0, unchanged: 0, conflict: 0 },
      consequences: {},
      calls: 24,
    },
  } as const;
  let lost = 0;
  const { ApiError } = await import('../../../shared/client/apiError.ts');
  const losing: Client = {
    ...maker,
    bulkplans: {
      ...maker.bulkplans,
      async use(input, options) {
        const response = await maker.bulkplans.use(input, options);
        lost += 1;
        if (lost === 1) throw new ApiError({ status: 0, code: 'E-UNKNOWN-OUTCOME' });
        return response;
      },
    },
  };
  await claimPlan(losing, whole, runOf('jjjj'), { needsApproval: false });
  expect(lost).toBe(2);
  const { rows: match } = await server.database.pool.query<{ run_id: string; reason: string; changes: object }>(
    'select run_id, reason, changes from audit_entries where target_id = $1 order by id',
    [planId],
  );
  expect(match.map(({ run_id, reason }) => [run_id, reason])).toEqual([
    [runOf('jjjj'), 'Round of fixes'],
    [runOf('jjjj'), 'Round of fixes'],
  ]);
  const other = claimPlan(maker, whole, runOf('kkkk'), { needsApproval: false });
  expect(await refusal(other)).toMatchObject({ code: 'E-PLAN-USED' });
});
