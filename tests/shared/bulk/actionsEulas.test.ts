import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

const add = async (version: string) =>
  (await setupOf(server, 'eulas.create').run({ version, type: 'BULK', text: `<p>Text of ${version}.</p>` })).done;

test('agreements are added with a sanitised text, and deleted by undo', async () => {
  const setup = setupOf(server, 'eulas.create');
  const cells = { version: '1.0', type: 'BULK', text: '<p onclick="x()">Be kind.</p>' };
  const { done } = await setup.run(cells);
  expect(done.after).toMatchObject({ name: '1.0', values: { brand: null, text: '<p>Be kind.</p>' } });
  expect((await setup.plan(cells)).problems).toMatchObject([{ column: 'version', code: 'E-EULA-EXISTS' }]);
  expect(await takeBack(server, setup, done)).toBeUndefined();
  makesItsCalls(setup);
});

test('an activation is undone by activating the former agreement; the first one stays', async () => {
  const setup = setupOf(server, 'eulas.activate');
  const [first, second] = [await add('2.0'), await add('2.1')];
  const begun = await setup.run({ id: first.id });
  expect(setup.reverse(begun.done)).toHaveProperty('cannot');
  const { done, changes } = await setup.run({ id: second.id });
  expect(changes).toEqual([{ column: 'active_id', before: first.id, after: second.id }]);
  await takeBack(server, setup, done);
  expect(await client.eulas.get({ params: { id: first.id } })).toMatchObject({ isActive: true });
  makesItsCalls(setup);
});

test('a deleted agreement is added again with its text', async () => {
  const { id } = await add('3.0');
  const setup = setupOf(server, 'eulas.delete');
  const wrong = await setup.plan({ id, expected_version: '3.1' });
  expect(wrong.problems).toMatchObject([{ column: 'expected_version', code: 'E-ROW-NAME' }]);
  expect((await setup.scanned(id)).map((one) => setup.action.keyCells?.(one))).toEqual([
    { id, expected_version: '3.0' },
  ]);
  const { done } = await setup.run({ id, expected_version: '3.0' });
  const row = setup.reverse(done);
  if (!('values' in row)) throw new Error(row.cannot);
  const again = await setupOf(server, row.action).run(row.values);
  expect(again.done.after?.values).toMatchObject({ version: '3.0', type: 'BULK', text: '<p>Text of 3.0.</p>' });
  makesItsCalls(setup);
});

test('links to accounts are added, removed and restored', async () => {
  const setup = setupOf(server, 'identity-links.create');
  const cells = { issuer: 'https://login.bulk.example/', subject: '00u1', user_name: 'User@carepost.example' };
  const { done } = await setup.run(cells);
  expect(await setup.plan(cells)).toMatchObject({ problems: [], changes: [] });
  const other = await setup.plan({ ...cells, user_name: 'sysadmin@carepost.example' });
  expect(other.problems).toMatchObject([{ column: 'subject', code: 'E-LINK-EXISTS' }]);
  expect(await takeBack(server, setup, done)).toBeUndefined();
  const again = await setup.run(cells);
  const removal = setupOf(server, 'identity-links.delete');
  const key = { id: again.done.id, expected_subject: '00u1' };
  expect((await removal.scanned(again.done.id)).map((one) => removal.action.keyCells?.(one))).toEqual([key]);
  const { done: removed } = await removal.run(key);
  const row = removal.reverse(removed);
  if (!('values' in row)) throw new Error(row.cannot);
  await setupOf(server, row.action).run(row.values);
  for (const one of [setup, removal]) makesItsCalls(one);
});
