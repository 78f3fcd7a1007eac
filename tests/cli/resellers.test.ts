import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliMachine, cliMachine } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let place: CliMachine;
beforeAll(async () => {
  server = await startServer();
  place = await cliMachine({ api: server.url, token: server.as('SysAdmin'), keep: true });
  await writeFile(join(place.folder, 'logo.png'), png);
  await writeFile(join(place.folder, 'terms.html'), '<h1>Terms</h1><script>alert(1)</script><p>Be kind.</p>');
});
afterAll(() => server.close());

type Told = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await place.run(['resellers', ...args, '--output', 'json']);
  return { ...result, told: JSON.parse(result.stdout || result.stderr || '{}') as Told };
};

let made = 0;
const reseller = async (...more: string[]) => {
  made += 1;
  const fields = ['--set', `name=Shore ${made}`, '--set', 'type=affiliate', '--set', `urlCode=shore-${made}`];
  return run('create', ...fields, '--set', 'color=#ffffff', ...more, '--yes');
};
const idOf = ({ told }: { told: Told }) => String(told['id']);

describe('resellers', () => {
  test('are added by the word for their type, with logo and terms, and the terms come back clean', async () => {
    const created = await reseller('--logo', 'logo.png', '--terms', 'terms.html', '--set', 'bypassTos=true');
    expect([created.code, created.told]).toMatchObject([0, { type: 0, fileName: 'logo.png', bypassTos: true }]);
    expect(created.told['termsHtml']).toContain('<p>Be kind.</p>');
    expect(created.told['termsHtml']).not.toContain('script');

    const saved = await run('logo', idOf(created), '--out', 'saved.png');
    expect(saved.told).toMatchObject({ mediaType: 'image/png', bytes: png.length });
    expect(await readFile(join(place.folder, 'saved.png'))).toEqual(png);
    const again = await run('logo', idOf(created), '--out', 'saved.png');
    expect([again.code, again.told['code']]).toEqual([8, 'E-EXISTS']);
    expect((await run('logo', idOf(created), '--out', 'saved.png', '--overwrite')).code).toBe(0);
    expect((await run('logo', idOf(created))).code).toBe(2);
  });

  test('keep their logo when something else changes, and lose it when asked to', async () => {
    const id = idOf(await reseller('--logo', 'logo.png'));
    const changed = await run('update', id, '--set', 'color=#3f4449', '--set', 'type=Licensing', '--yes');
    expect(changed.told).toMatchObject({ color: '#3f4449', type: 1, fileName: 'logo.png', version: 2 });
    expect((await run('update', id, '--logo', 'logo.png', '--remove-logo', '--yes')).code).toBe(2);
    expect((await run('update', id, '--remove-logo', '--yes')).told).toMatchObject({ fileName: null, version: 3 });
    const gone = await run('logo', id, '--out', 'none.png');
    expect([gone.code, gone.told['code']]).toEqual([6, 'E-NOT-FOUND']);
    expect((await run('update', id, '--terms', 'terms.html', '--yes')).told['termsHtml']).toContain('Be kind.');
    expect((await run('update', id, '--set', 'termsHtml=\\N', '--yes')).told['termsHtml']).toBeNull();
  });

  test.each([
    ['a file that is not there', '--logo', 'missing.png', undefined, 74],
    ['a folder', '--logo', '.', undefined, 74],
    ['an empty file', '--logo', 'empty.png', Buffer.alloc(0), 2],
    ['a file that is too large', '--logo', 'large.png', Buffer.alloc(512 * 1024 + 1, 1), 7],
    ['terms that are no text', '--terms', 'latin.html', Buffer.from([0x3c, 0x70, 0x3e, 0xe9]), 7],
  ])('refuse %s before anything is sent', async (_what, flag, name, bytes, exit) => {
    if (bytes !== undefined) await writeFile(join(place.folder, name), bytes);
    // An address where nobody is: a call would end with 69.
    const result = await run('create', '--set', 'name=Never', flag, name, '--yes', '--api', 'http://127.0.0.1:9');
    expect([result.code, String(result.told['message']).startsWith(join(place.folder, name))]).toEqual([exit, true]);
  });

  test('refuse a logo that is no picture, a code that is taken, and a wrong type', async () => {
    const text = await reseller('--logo', 'terms.html');
    expect([text.code, text.told['code']]).toEqual([7, 'E-FILE-TYPE']);
    const { told } = await reseller();
    const taken = await reseller('--set', `urlCode=${String(told['urlCode'])}`);
    expect([taken.code, taken.told['code']]).toEqual([8, 'E-URL-CODE-TAKEN']);
    const type = await reseller('--set', 'type=Friend');
    expect([type.code, String(type.told['message'])]).toEqual([
      2,
      expect.stringContaining('Affiliate or Licensing, not "Friend"'),
    ]);
  });

  test('that organizations have are not deleted, and say so with exit 8', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select reseller_id as id from organizations where reseller_id is not null limit 1',
    );
    const kept = await run('delete', rows[0]?.id ?? '', '--yes');
    expect([kept.code, kept.told['code']]).toEqual([8, 'E-IN-USE']);
    expect((await run('delete', idOf(await reseller()), '--yes')).told).toMatchObject({ deleted: true });
  });
});

describe('resellers url-code', () => {
  test('makes a free code from a name, and tells whether one is free for whom', async () => {
    const { told } = await reseller();
    const code = String(told['urlCode']);
    const fromName = await run('url-code', '--name', 'Größe & Co.');
    expect(fromName.told).toEqual({ urlCode: 'grosse-co', isAvailable: true });
    expect((await run('url-code', code)).told).toEqual({ urlCode: code, isAvailable: false });
    expect((await run('url-code', code, '--reseller', String(told['id']))).told).toMatchObject({ isAvailable: true });
    expect((await run('url-code', code, '--exit-code')).code).toBe(7);
    expect((await run('url-code')).code).toBe(2);
  });
});
