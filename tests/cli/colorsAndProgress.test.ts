import type { Context } from '../../cli/command.ts';
import { Chalk } from 'chalk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { coloredCell, coloredCounts, coloredState, holdsState } from '../../cli/output/color.ts';
import { startProgress } from '../../cli/output/progress.ts';
import { makeOrganizations, writeCsv } from './bulkSetup.ts';
import { memoryIo } from '../support/memoryIo.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const terminal = { columns: 120 };
const [red, yellow, cyan, green] = [31, 33, 36, 32].map((code) => `\u001b[${code}m`);

describe('colours', () => {
  test('mark the error, its hint and the exit line on a terminal', async () => {
    const { stderr } = await sandbox.run(['profile', 'show', 'nowhere'], { terminal });
    expect(stderr).toContain(`${red}\u001b[1merror[E-PROFILE-UNKNOWN]`);
    expect(stderr).toContain(`${cyan}hint:`);
    expect(stderr).toContain(`${red}exit 6 (not-found)`);
  });

  test('mark a state in a table, whose text stays', async () => {
    const { stdout } = await sandbox.run(['health', 'channels'], { terminal });
    expect(stdout).toContain(`${green}OK`);
  });

  test('also of a usage error follow --color, NO_COLOR and FORCE_COLOR, each stream by itself', async () => {
    const wrong = ['orgs', 'lst'];
    expect((await sandbox.run(wrong)).stderr).not.toContain('\u001b[');
    expect((await sandbox.run([...wrong, '--color', 'always'])).stderr).toContain(red);
    expect((await sandbox.run([...wrong, '--color=never'], { terminal })).stderr).not.toContain('\u001b[');
    expect((await sandbox.run(wrong, { terminal, env: { NO_COLOR: '1' } })).stderr).not.toContain('\u001b[');
    expect((await sandbox.run(wrong, { env: { FORCE_COLOR: '1' } })).stderr).toContain(red);
    expect((await sandbox.run(wrong, { terminal, env: { TERM: 'dumb' } })).stderr).not.toContain('\u001b[');
  });

  test('cannot come from a server', async () => {
    const name = 'Red \u001b[31mname';
    const { id } = await server.client('SysAdmin').networks.create({ body: { name: 'Red' } });
    // No call takes such a name; databases of earlier releases may have one.
    await server.database.pool.query('update networks set name = $2 where id = $1', [id, name]);
    const { stdout } = await sandbox.run(['networks', 'list', '--color', 'always', '--output', 'table', '--all']);
    expect(stdout).toContain('Red \\u001b[31mname');
  });

  test.each([
    ['Completed', green],
    ['Failed', red],
    ['Retry', yellow],
    ['Running', cyan],
    ['nothing known', ''],
  ])('of the state %s', (state, color) => {
    expect(coloredState(new Chalk({ level: 1 }), state).startsWith(color ?? '')).toBe(true);
    expect(coloredState(new Chalk({ level: 0 }), state)).toBe(state);
  });

  test('mark the counts of a plan or run by their state; the texts stay', () => {
    const text = 'plan of orgs.update: 15 rows - 1,200 create, 3 conflict, 9 unchanged';
    const colored = coloredCounts(new Chalk({ level: 1 }), text);
    expect(colored).toContain(`${cyan}1,200 create\u001b[39m`);
    expect(colored).toContain(`${red}3 conflict\u001b[39m`);
    expect(colored).toContain(', 9 unchanged');
    expect(coloredCounts(new Chalk({ level: 0 }), text)).toBe(text);
  });

  test.each([
    ['failed', '12', red],
    ['unknown', '1,000', yellow],
    ['ok', '7', green],
    ['failed', '0', ''],
    ['rows', '7', ''],
    ['state', 'finished', green],
  ])('of the field %s with the text %s', (field, text, color) => {
    const colored = coloredCell(new Chalk({ level: 1 }), field, text);
    expect(colored).toBe(color === '' ? text : `${color}${text}\u001b[39m`);
  });

  test('mark the counts in the summary of bulk plan and in runs show on a terminal', async () => {
    const [organization] = await makeOrganizations(server, 1, 'Colour');
    const file = await writeCsv(sandbox, 'colour.csv', ['id', 'name'], [[organization?.id ?? '', 'Colour renamed']]);
    const plan = await sandbox.run(['bulk', 'plan', 'orgs.update', '--file', file], { terminal });
    expect(plan.stderr).toContain(`${cyan}1 update\u001b[39m`);
    await sandbox.run(['bulk', 'apply', 'orgs.update', '--file', file, '--yes']);
    const run = await sandbox.run(['runs', 'show', '--last'], { terminal });
    expect(run.stdout).toContain(`${green}1\u001b[39m`);
    expect(run.stdout).toContain(`${green}finished`);
  });

  test('are for fields of state only', () => {
    expect(['status', 'state', 'stepStatus', 'name', 'statement'].map(holdsState)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('progress', () => {
  const contextOf = (isTerminal: boolean, quiet = false) => {
    const memory = memoryIo({ env: {}, cwd: '/', terminal: isTerminal ? { columns: 40 } : undefined });
    let time = 0;
    const context = {
      io: memory.io,
      globals: { quiet },
      now: () => time,
      terminal: {
        errIsTty: isTerminal,
        columns: 40,
        colorsErr: new Chalk({ level: 0 }),
        note: (text: string) => void memory.io.stderr.write(`${text}\n`),
      },
    } as unknown as Context;
    return { memory, context, pass: (ms: number) => (time += ms) };
  };

  test('is a spinner on one line of the terminal, cleared at the end', async () => {
    const { memory, context } = contextOf(true);
    const progress = startProgress(context);
    progress.update(`10 of 20 ${'x'.repeat(60)}`);
    await vi.waitFor(() => expect(memory.text.stderr).toContain('10 of 20'), 10_000);
    progress.update('11 of 20');
    await vi.waitFor(() => expect(memory.text.stderr).toContain('11 of 20'), 10_000);
    progress.end();
    expect(memory.text.stderr).not.toContain('x'.repeat(40));
    expect(memory.text.stderr.endsWith('\u001b[?25h')).toBe(true);
  });

  test('is a plain line every 30 seconds elsewhere, JSON every second with --progress json, nothing with --quiet', () => {
    const plain = contextOf(false);
    const lines = startProgress(plain.context);
    const json = contextOf(false);
    const records = startProgress(json.context, 'json');
    const quiet = contextOf(true, true);
    const nothing = startProgress(quiet.context);
    for (let second = 1; second <= 61; second += 1) {
      for (const one of [plain, json, quiet]) one.pass(1000);
      for (const one of [lines, records, nothing]) one.update(`second ${second}`, { second });
    }
    expect(plain.memory.text.stderr).toBe('second 30\nsecond 60\n');
    expect(json.memory.text.stderr.split('\n')[0]).toBe('{"second":1}');
    expect(json.memory.text.stderr.trim().split('\n')).toHaveLength(61);
    expect(quiet.memory.text.stderr).toBe('');
  });
});
