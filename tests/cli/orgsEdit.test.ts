import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
let id = '';
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({
    api: server.url,
    token: server.as('SysAdmin'),
    keep: true,
    env: { TERM: 'xterm' },
  });
});
afterAll(() => server.close());
let made = 0;
beforeEach(async () => {
  made += 1;
  const body = { name: 'Edited Clinic', subdomain: `edited-${made}`, contact: { title: 'Director' } };
  ({ id } = await server.client('SysAdmin').organizations.create({ body }));
});

const stored = () => server.client('SysAdmin').organizations.get({ params: { id } });

/** Edits with a program of one line of JavaScript that changes the record `r`, and answers the question. */
const edit = async (change: string, response = 'y\n', flags = '') => {
  const program = join(sandbox.folder, `editor-${made}.cjs`);
  await writeFile(
    program,
    `const fs = require('node:fs'); const file = process.argv[2]; let text = fs.readFileSync(file, 'utf8');
const r = JSON.parse(text); ${change}; fs.writeFileSync(file, JSON.stringify(r));`,
  );
  const { code, text } = await sandbox.runOnTerminal(`orgs edit ${id} ${flags}`, {
    env: { EDITOR: `"${process.execPath}" "${program}"`, VISUAL: '' },
    response: ['(y/N)', response],
  });
  return { code, text: stripVTControlCharacters(text) };
};
const savedFileIn = (text: string) => /Your text is in (\S+)/.exec(text)?.[1];

describe('orgs edit', () => {
  test('saves what was changed in the editor after showing it and asking', async () => {
    const { code, text } = await edit("r.contact.title = null; r.address.city = 'Reno'; delete r.name");
    expect([code, savedFileIn(text)], text).toEqual([0, undefined]);
    expect(text).toContain('contact.title: Director -> -');
    expect(text).toContain('address.city: - -> Reno');
    expect(await stored()).toMatchObject({
      name: 'Edited Clinic',
      contact: { title: null },
      address: { city: 'Reno' },
    });
  });

  test('a "no", or nothing changed, sends nothing', async () => {
    const refused = await edit("r.name = 'Other'", 'n\n');
    expect([refused.code, (await stored()).version], refused.text).toEqual([9, 1]);
    await rm(dirname(savedFileIn(refused.text) ?? ''), { recursive: true });
    const same = await edit('');
    expect([same.code, same.text.includes('No field differs; nothing was sent.')], same.text).toEqual([0, true]);
    expect((await stored()).version).toBe(1);
  });

  test.each([
    ['r.isActivated = true', '"isActivated" is not a field that can be set.'],
    ["r.contact.titel = 'x'", 'Did you mean "contact.title"'],
    ["fs.writeFileSync(file, '{'); process.exit(0)", 'The saved text is not JSON'],
    ["r.address.zip = '1'", /Enter a valid ZIP code[^]*field: address\.zip/],
  ])('%s is exit 7; the text stays in a file that only its owner can read', async (change, message) => {
    const { code, text } = await edit(change);
    expect(code, text).toBe(7);
    expect(text).toMatch(message);
    const file = savedFileIn(text) ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(dirname(file), { recursive: true });
    expect((await stored()).version).toBe(1);
  });

  /** Somebody else saves a field while the editor is open. */
  const meanwhile = (body: string): string => {
    const headers = { authorization: `Bearer ${server.as('SysAdmin')}`, 'content-type': 'application/json' };
    const call = JSON.stringify({ method: 'PUT', headers, body });
    const script = `fetch('${server.url}/api/organizations/${id}', ${call})`;
    return `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(script)}])`;
  };

  test('a change by another user to the same field meanwhile is exit 8', async () => {
    const { code, text } = await edit(`${meanwhile('{"name":"Theirs"}')}; r.name = 'Mine'`);
    expect([code, (await stored()).name], text).toEqual([8, 'Theirs']);
    expect(text).toContain('Theirs');
    await rm(dirname(savedFileIn(text) ?? ''), { recursive: true });
  });

  test('a change by another user to another field meanwhile is preserved', async () => {
    const { code, text } = await edit(`${meanwhile('{"phone":"520-555-0142"}')}; r.name = 'Mine'`);
    expect(code, text).toBe(0);
    expect(await stored()).toMatchObject({ name: 'Mine', phone: '520-555-0142' });
  });

  test('an editor that fails sends nothing', async () => {
    const { code } = await edit('process.exit(3)');
    expect([code, (await stored()).version]).toEqual([9, 1]);
  });
});

test('without a terminal the error names the flags', async () => {
  const { code, stdout, stderr } = await sandbox.run(['orgs', 'edit', id, '--yes']);
  expect([code, stdout], stderr).toEqual([2, '']);
  expect(stderr).toContain(`carepost orgs update ${id} --set field=value`);
});
