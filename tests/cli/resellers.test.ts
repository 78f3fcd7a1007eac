import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  await writeFile(join(sandbox.folder, 'logo.png'), png);
  await writeFile(join(sandbox.folder, 'terms.html'), '<h1>Terms</h1><script>alert(1)</script><p>Be kind.</p>');
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['resellers', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};

let made = 0;
const reseller = async (...more: string[]) => {
  made += 1;
  const fields = ['--set', `name=Shore ${made}`, '--set', 'type=affiliate', '--set', `urlCode=shore-${made}`];
  return run('create', ...fields, '--set', 'color=#ffffff', ...more, '--yes');
};
const idOf = ({ output }: { output: Output }) => String(output['id']);

describe('resellers', () => {
  test('are added by the name of their type, with logo and terms, and the terms are sanitized', async () => {
    const created = await reseller('--logo', 'logo.png', '--terms', 'terms.html', '--set', 'bypassTos=true');
    expect([created.code, created.output]).toMatchObject([0, { type: 0, fileName: 'logo.png', bypassTos: true }]);
    expect(created.output['termsHtml']).toContain('<p>Be kind.</p>');
    expect(created.output['termsHtml']).not.toContain('script');

    const saved = await run('logo', idOf(created), '--out', 'saved.png');
    expect(saved.output).toMatchObject({ mediaType: 'image/png', bytes: png.length });
    expect(await readFile(join(sandbox.folder, 'saved.png'))).toEqual(png);
    const again = await run('logo', idOf(created), '--out', 'saved.png');
    expect([again.code, again.output['code']]).toEqual([8, 'E-EXISTS']);
    expect((await run('logo', idOf(created), '--out', 'saved.png', '--overwrite')).code).toBe(0);
    expect((await run('logo', idOf(created))).code).toBe(2);
  });

  test('keep their logo when another field changes, and lose it on request', async () => {
    const id = idOf(await reseller('--logo', 'logo.png'));
    const changed = await run('update', id, '--set', 'color=#3f4449', '--set', 'type=Licensing', '--yes');
    expect(changed.output).toMatchObject({ color: '#3f4449', type: 1, fileName: 'logo.png', version: 2 });
    expect((await run('update', id, '--logo', 'logo.png', '--remove-logo', '--yes')).code).toBe(2);
    expect((await run('update', id, '--remove-logo', '--yes')).output).toMatchObject({ fileName: null, version: 3 });
    const gone = await run('logo', id, '--out', 'none.png');
    expect([gone.code, gone.output['code'], gone.output['message']]).toEqual([
      6,
      'E-NOT-FOUND',
      `The reseller ${String(changed.output['name'])} has no logo.`,
    ]);
    expect((await run('update', id, '--terms', 'terms.html', '--yes')).output['termsHtml']).toContain('Be kind.');
    expect((await run('update', id, '--set', 'termsHtml=\\N', '--yes')).output['termsHtml']).toBeNull();
  });

  test('get their terms back by an undo of their deletion, which says that it does not restore the logo', async () => {
    const created = await reseller('--logo', 'logo.png', '--terms', 'terms.html');
    const lost = '1 logo is deleted; an undo does not restore it';
    const preview = await sandbox.run(['resellers', 'delete', idOf(created), '--dry-run']);
    expect(preview.stderr).toContain(lost);
    const deleted = await sandbox.run(['resellers', 'delete', idOf(created), '--yes']);
    const [, after = ''] = deleted.stderr.split('to undo it: ');
    expect(after).toContain(lost);
    expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
    const { output } = await run('get', String(created.output['name']));
    expect(output).toMatchObject({ termsHtml: created.output['termsHtml'], fileName: null });
    const again = await sandbox.run(['resellers', 'delete', String(output['id']), '--dry-run']);
    expect(again.stderr).not.toContain('logo');
  });

  test.each([
    ['a file that is not there', '--logo', 'missing.png', undefined, 74],
    ['a folder', '--logo', '.', undefined, 74],
    ['an empty file', '--logo', 'empty.png', Buffer.alloc(0), 7],
    ['a file that is too large', '--logo', 'large.png', Buffer.alloc(512 * 1024 + 1, 1), 7],
    ['terms that are no text', '--terms', 'latin.html', Buffer.from([0x3c, 0x70, 0x3e, 0xe9]), 7],
  ])('refuse %s before anything is sent', async (_what, flag, name, bytes, exit) => {
    if (bytes !== undefined) await writeFile(join(sandbox.folder, name), bytes);
    // An address without a server: a call would exit with 69.
    const result = await run('create', '--set', 'name=Never', flag, name, '--yes', '--api', 'http://127.0.0.1:9');
    expect([result.code, String(result.output['message']).startsWith(join(sandbox.folder, name))]).toEqual([
      exit,
      true,
    ]);
  });

  test('refuse a logo that is no picture, a code that is taken, and a wrong type', async () => {
    const text = await reseller('--logo', 'terms.html');
    expect([text.code, text.output['code']]).toEqual([7, 'E-FILE-TYPE']);
    const [first, second] = [await reseller(), await reseller()];
    const taken = await run('update', idOf(second), '--set', `urlCode=${String(first.output['urlCode'])}`, '--yes');
    expect([taken.code, taken.output['code']]).toEqual([8, 'E-URL-CODE-TAKEN']);
    const type = await reseller('--set', 'type=Friend');
    expect([type.code, String(type.output['message'])]).toEqual([
      2,
      expect.stringContaining('Affiliate or Licensing, not "Friend"'),
    ]);
  });

  test('that organizations have are not deleted, and say so with exit 8', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      'select reseller_id as id from organizations where reseller_id is not null limit 1',
    );
    const refused = await run('delete', rows[0]?.id ?? '', '--yes');
    expect([refused.code, refused.output['code']]).toEqual([8, 'E-IN-USE']);
    expect((await run('delete', idOf(await reseller()), '--yes')).output).toMatchObject({ deleted: true });
  });
});

describe('resellers url-code', () => {
  test('makes a free code from a name, and shows whether a code is free for a reseller', async () => {
    const { output } = await reseller();
    const code = String(output['urlCode']);
    const fromName = await run('url-code', '--name', 'Größe & Co.');
    expect(fromName.output).toEqual({ urlCode: 'grosse-co', isAvailable: true });
    expect((await run('url-code', code)).output).toEqual({ urlCode: code, isAvailable: false });
    expect((await run('url-code', code, '--reseller', String(output['id']))).output).toMatchObject({
      isAvailable: true,
    });
    expect((await run('url-code', code, '--exit-code')).code).toBe(7);
    expect((await run('url-code')).code).toBe(2);
  });
});
