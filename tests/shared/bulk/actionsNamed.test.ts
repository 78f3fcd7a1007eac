import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const resources = [
  { resource: 'apps', more: {}, name: (text: string) => `Probe ${text}` },
  { resource: 'specialties', more: {}, name: (text: string) => `Probe ${text}` },
  { resource: 'reserved-words', more: { profanity: true }, name: (text: string) => `probe-${text}` },
  { resource: 'networks', more: { enabled: false, features: ['Release'] }, name: (text: string) => `Probe ${text}` },
  { resource: 'plans', more: { tier_code: 'T', allowed_users: 5 }, name: (text: string) => `Probe ${text}` },
  {
    resource: 'resellers',
    more: { type: 'Licensing', color: '#ffffff', bypass_tos: true },
    name: (text: string) => `Probe ${text}`,
  },
  {
    resource: 'brands',
    more: {
      app_url: 'https://probe.example',
      primary_color: '#0b5f73',
      support_email: 'help@probe.example',
      connection: 'probe',
    },
    name: (text: string) => `Probe ${text}`,
  },
] as const;

describe.each(resources)('$resource', ({ resource, more, name }) => {
  const create = () => setupOf(server, `${resource}.create`);
  /** A URL code is unique as well. */
  const cells = (text: string) => ({ ...more, ...(resource === 'resellers' && { url_code: text }) });
  const add = async (text: string) => (await create().run({ name: name(text), ...cells(text) })).done;

  test('create adds a record and undo deletes it; an existing one is unchanged or refused', async () => {
    const setup = create();
    const { done } = await setup.run({ name: ` ${name('added')} `, ...cells('added') });
    expect(done.after).toMatchObject({ name: name('added'), values: { name: name('added'), ...more } });
    expect(await setup.plan({ name: name('added'), ...cells('added') })).toMatchObject({ problems: [], changes: [] });
    const inCapitals = await setup.plan({ name: name('added').toUpperCase(), ...cells('added') });
    if (resource === 'reserved-words') {
      expect(inCapitals.problems).toEqual([]);
      const other = await setup.plan({ name: name('added'), profanity: false });
      expect(other.problems).toMatchObject([{ column: 'name', code: 'E-NAME-TAKEN' }]);
    } else expect(inCapitals.problems).toMatchObject([{ column: 'name', code: 'E-NAME-TAKEN' }]);
    expect(await takeBack(server, setup, done)).toBeUndefined();
    makesItsCalls(setup);
  });

  test('update changes the cells that differ, and undo restores them', async () => {
    const { id } = await add('before');
    const setup = setupOf(server, `${resource}.update`);
    expect((await setup.scanned(name('before'))).map((one) => setup.action.keyCells?.(one))).toEqual([{ id }]);
    const { done, changes } = await setup.run({ id, name: name('after') });
    expect(changes).toEqual([{ column: 'name', before: name('before'), after: name('after') }]);
    expect(await takeBack(server, setup, done)).toMatchObject({ name: name('before') });
    const { id: other } = await add('taken');
    expect((await setup.plan({ id: other, name: name('before') })).problems).toMatchObject([
      { column: 'name', code: 'E-NAME-TAKEN' },
    ]);
    makesItsCalls(setup);
  });

  test('update is refused when another user saved the record since it was read', async () => {
    const { id } = await add('raced');
    const setup = setupOf(server, `${resource}.update`);
    const values = { id, name: name('late') };
    const { current, changes } = await setup.plan(values);
    await setup.run({ id, name: name('early') });
    const error = await refusal(setup.action.write(values, current, changes, setup.context()));
    expect(error.code).toBe('E-VERSION-CONFLICT');
  });

  test('delete finds the record by its name or id, and undo adds it again', async () => {
    const { id } = await add('gone');
    const setup = setupOf(server, `${resource}.delete`);
    const wrong = await setup.plan({ id, name: name('other') });
    expect(wrong.problems).toMatchObject([{ column: 'name', code: 'E-ROW-NAME' }]);
    expect((await setup.scanned(name('gone'))).map((one) => setup.action.keyCells?.(one))).toEqual([
      { id, name: name('gone') },
    ]);
    const { done } = await setup.run({ name: name('gone') });
    expect(await takeBack(server, setup, done)).toMatchObject({ name: name('gone'), values: more });
    makesItsCalls(setup);
  });

  test('two rows that give two records the same name contradict each other', () => {
    const rule = setupOf(server, `${resource}.update`).action.fileRule?.();
    expect(rule?.({ id: 'a', name: name('same') }, 1)).toEqual([]);
    expect(rule?.({ id: 'b', name: name('same').toUpperCase() }, 2)).toMatchObject([{ code: 'E-ROW-CONTRADICTS' }]);
  });
});

test('a reserved word that no subdomain can have is refused offline', async () => {
  const { problems } = await setupOf(server, 'reserved-words.create').plan({ name: 'has space' });
  expect(problems).toMatchObject([{ column: 'name', code: 'E-CELL-RULE' }]);
});
