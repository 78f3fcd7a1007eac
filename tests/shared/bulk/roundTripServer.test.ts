/** @module-tag scaled */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkActionNamed } from '../../../shared/bulk/actions/catalogue.ts';
import { filledLines } from '../../../shared/bulk/template.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { planOf } from './engineSetup.ts';
import { type Mangling, mangle, mangling } from './spreadsheet.ts';
import { readAll } from './tableSetup.ts';
import { isHard } from '../../support/isHard.ts';

const update = bulkActionNamed('orgs.update');
if (update === undefined) throw new Error('orgs.update is not in the catalogue');

let server: TestApp;
let client: Client;
let ids: ReadonlySet<unknown>;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  const { items } = await client.organizations.list({ query: { pageSize: 10 } });
  ids = new Set(items.map(({ id }) => id));
  // Cells a spreadsheet likes to take for something else.
  const hard = [
    { name: '=Cardiology, "North"; #1', address: { zip: '02134', state: 'MA' }, phone: '5205550142' },
    { name: '+1 Clinic | Partners', contact: { lastName: "O'Neil", phone: '0205550142' }, npi: null },
    { name: '007', homeCommunityId: '2.16.840.1.113883.3.9621', contact: { firstName: 'TRUE' } },
    { name: 'Größe\u00a0& Söhne', contact: { title: '1E5' } },
  ];
  for (const [index, body] of hard.entries()) {
    await client.organizations.update({ params: { id: items[index]?.id ?? '' }, body });
  }
});
afterAll(() => server.close());

const exported = async (): Promise<string> => {
  const context = { client, options: {}, shared: { once: <T>(_key: string, load: () => Promise<T>) => load() } };
  const currents = update.scan?.(context, ({ id }) => ids.has(id));
  if (currents === undefined) throw new Error('orgs.update cannot be exported');
  return (await Array.fromAsync(filledLines(update, currents))).join('');
};

const planned = async (csv: string, how: Mangling, edit?: (cell: string, column: string) => string) => {
  const { rows } = await readAll(await mangle(csv, how, edit), {}, update);
  return planOf({ client }, update, rows, { actionNamed: bulkActionNamed });
};

test('organizations exported, damaged by a spreadsheet and imported: the plan is empty', {
  tags: ['hard'],
  timeout: 60_000,
}, async () => {
  const csv = await exported();
  await fc.assert(
    fc.asyncProperty(mangling, async (how) => {
      const { plan, problems } = await planned(csv, how);
      expect(problems).toEqual([]);
      expect(plan.foot.counts).toMatchObject({ unchanged: ids.size, update: 0, conflict: 0 });
    }),
    { numRuns: isHard ? 40 : 15 },
  );
});

test('only the one edited column is planned, for every way of saving the file', { timeout: 60_000 }, async () => {
  const csv = await exported();
  const edit = (cell: string, column: string) => (column === 'contact_title' ? 'Director' : cell);
  await fc.assert(
    fc.asyncProperty(mangling, async (how) => {
      const { plan } = await planned(csv, how, edit);
      for await (const row of plan.rows()) {
        expect(row.changes.map(({ column, after }) => [column, after])).toEqual([['contact_title', 'Director']]);
      }
    }),
    { numRuns: isHard ? 20 : 10 },
  );
});
