import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondAdministratorToken } from '../support/secondAdministrator.ts';
import { type CliSandbox, createCliSandbox, type CliResult } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { makeOrganizations, runsOf, writeCsv } from './bulkSetup.ts';

let server: TestServer;
let secondToken: string;
beforeAll(async () => {
  server = await startServer();
  secondToken = await secondAdministratorToken(server);
});
afterAll(() => server.close());

const json = ['--output', 'json'];
const sure = ['--yes', '--confirm-profile', 'prod'];
const codeOf = ({ code, stderr }: CliResult) => [code, (JSON.parse(stderr) as { code: string }).code];

/** A sandbox of an administrator, with the installation as a protected profile. */
const guarded = async (token: string): Promise<CliSandbox> => {
  const sandbox = await createCliSandbox({ api: server.url, token });
  await sandbox.run(['profile', 'add', 'prod', '--api', server.url, '--protected', '--use']);
  return sandbox;
};

/** The maker's sandbox with a plan that renames an organization, and the sandbox of a second administrator with a copy of it. */
const setup = async (name: string) => {
  const [maker, second] = await Promise.all([guarded(server.as('SysAdmin')), guarded(secondToken)]);
  const [organization] = await makeOrganizations(server, 1, name);
  const id = organization?.id ?? '';
  const file = await writeCsv(maker, 'names.csv', ['id', 'name'], [[id, `${name} renamed`]]);
  const plan = join(maker.folder, 'plan.json');
  const commandLine = ['--plan-out', plan, '--rate', '0', '--reason', 'Quarterly round'];
  const planned = await maker.run(['bulk', 'plan', 'orgs.update', '--file', file, ...commandLine]);
  expect(planned.code, planned.stderr).toBe(0);
  const copy = join(second.folder, 'plan.json');
  await copyFile(plan, copy);
  const apply = () => maker.run(['bulk', 'apply', '--plan', plan, '--rate', '0', ...sure, ...json]);
  const approve = (sandbox: CliSandbox, path: string, ...more: string[]) =>
    sandbox.run(['bulk', 'approve', path, '--rate', '0', '--reason', 'Looked at', ...sure, ...json, ...more]);
  const nameNow = async () => (await server.client('SysAdmin').organizations.get({ params: { id } })).name;
  return { maker, second, plan, copy, apply, approve, nameNow };
};

describe('bulk approve', () => {
  test('of a second administrator lets a protected profile apply the plan, once', async () => {
    const { second, copy, apply, approve, nameNow } = await setup('Approved');
    expect(codeOf(await apply())).toEqual([5, 'E-PLAN-NOT-APPROVED']);
    expect(await nameNow()).toBe('Approved 1');

    const approved = await approve(second, copy);
    expect([approved.code, approved.stderr], approved.stderr).toEqual([0, '']);
    expect(JSON.parse(approved.stdout)).toMatchObject({
      action: 'orgs.update',
      rows: 1,
      approvedBy: 'Second Administrator',
      runId: null,
    });

    const applied = await apply();
    expect(applied.code, applied.stderr).toBe(0);
    expect(JSON.parse(applied.stdout)).toMatchObject({ ok: 1, failed: 0 });
    expect(await nameNow()).toBe('Approved renamed');
    expect(codeOf(await apply()), 'a second use').toEqual([8, 'E-PLAN-USED']);
    expect(codeOf(await approve(second, copy)), 'a late approval').toEqual([8, 'E-PLAN-USED']);
  }, 60_000);

  test('shows the plan and its author before the question, and sends nothing without a yes', async () => {
    const { second, copy, apply } = await setup('Shown');
    const requested = await second.run(['bulk', 'approve', copy, '--reason', 'Looked at']);
    expect(requested.code).toBe(9);
    for (const text of ['orgs.update', 'names.csv', '1 update', 'made by', 'reason: Quarterly round']) {
      expect(requested.stderr).toContain(text);
    }
    expect(codeOf(await apply())).toEqual([5, 'E-PLAN-NOT-APPROVED']);
  }, 60_000);

  test('is refused for the user who made the plan', async () => {
    const { maker, plan, apply, approve } = await setup('Selfmade');
    expect(codeOf(await approve(maker, plan))).toEqual([5, 'E-PLAN-SELF-APPROVED']);
    expect(codeOf(await apply())).toEqual([5, 'E-PLAN-NOT-APPROVED']);
  }, 60_000);

  test('is refused for a plan of which one byte was changed, and so is applying one, wherever the byte is', async () => {
    const { maker, second, plan, copy, approve, apply, nameNow } = await setup('Tampered');
    const written = await readFile(copy, 'utf8');
    const last = written.length - 2;
    for (const at of [0.05, 0.3, 0.55, 0.8, 1].map((share) => Math.floor(share * last))) {
      const letter = written[at] === '7' ? '8' : '7';
      await writeFile(copy, written.slice(0, at) + letter + written.slice(at + 1));
      expect(codeOf(await approve(second, copy)), `byte ${at} of ${last}`).toEqual([8, 'E-PLAN-ALTERED']);
    }
    await writeFile(copy, written);
    expect((await approve(second, copy)).code).toBe(0);
    await writeFile(plan, written.replace(' renamed', ' ren4med'));
    expect(codeOf(await apply())).toEqual([8, 'E-PLAN-ALTERED']);
    expect([await nameNow(), await runsOf(maker)]).toEqual(['Tampered 1', []]);
  }, 60_000);

  test('is no condition of a command about one record, but of its undo, whose refusal names the way', async () => {
    const maker = await guarded(server.as('SysAdmin'));
    const reason = ['--reason', 'Ticket 4711'];
    const single = await maker.run(['specialties', 'create', '--set', 'name=Single', ...reason, ...sure]);
    expect([single.code, await runsOf(maker)], single.stderr).toEqual([0, [expect.any(String)]]);
    const [run = ''] = await runsOf(maker);
    const undo = await maker.run(['bulk', 'undo', run, ...reason, ...sure, ...json]);
    expect(codeOf(undo)).toEqual([5, 'E-PLAN-NOT-APPROVED']);
    expect(undo.stderr).toContain(`carepost bulk undo ${run} --plan-out plan.json`);
  }, 60_000);

  test('is refused for a plan that has expired', async () => {
    const { second, copy, approve } = await setup('Expired');
    const text = (await readFile(copy, 'utf8')).replace(
      /"expiresAt":"[^"]*"/,
      '"expiresAt":"2026-01-01T00:00:00.000Z"',
    );
    const covered = text.slice(0, text.lastIndexOf(',"sha256":'));
    const sha256 = createHash('sha256').update(covered).digest('hex');
    await writeFile(copy, `${covered},"sha256":"${sha256}"}}\n`);
    expect(codeOf(await approve(second, copy))).toEqual([8, 'E-PLAN-EXPIRED']);
  }, 60_000);
});
