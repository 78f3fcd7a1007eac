import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkAction, Current } from '../../../shared/bulk/action.ts';
import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import { openTable } from '../../../shared/bulk/table.ts';
import { filledLines } from '../../../shared/bulk/template.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { setupOf } from './actionSetup.ts';
import { allOrSome } from '../../support/isHard.ts';

let server: TestApp;
/** Organizations of the demo data with something of every kind. */
let some: ReadonlySet<unknown>;

beforeAll(async () => {
  server = await startApp();
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id from organizations o
     order by (exists (select from alternate_oids where organization_id = o.id and is_default))::int
       + (exists (select from directory_entries where organization_id = o.id))::int
       + (exists (select from service_accounts where organization_id = o.id))::int desc, id
     limit 12`,
  );
  some = new Set(rows.map(({ id }) => id));
  // The demo data has no connection of an organization.
  for (const { id } of rows.slice(0, 3)) {
    const body = { name: `sso-${id}`, organizationId: id, issuer: 'https://login.example.org', clientId: 'carepost' };
    await server.client('SysAdmin').connections.create({ body });
  }
});
afterAll(() => server.close());

/** What a filled template of the action holds, read again. */
const filledRows = async (action: BulkAction, currents: AsyncIterable<Current>): Promise<Values[]> => {
  const lines: string[] = [];
  for await (const line of filledLines(action, currents)) lines.push(line);
  const bytes = new TextEncoder().encode(lines.join(''));
  async function* chunks() {
    yield bytes;
  }
  const rows: Values[] = [];
  for await (const { values } of (await openTable({ name: 'filled.csv', chunks }, action)).rows()) rows.push(values);
  return rows;
};

/** Rows of these request a change by themselves: they have no cell with the current state. */
const withoutState = ['orgs.features', 'addresses.activate', 'subscriptions.cancel', 'subscriptions.reactivate'];

/** Actions whose filled template says all that their rows can say. */
const described = bulkActions.filter(
  (action) =>
    action.scan !== undefined && ['update', 'toggle'].includes(action.kind) && !withoutState.includes(action.name),
);

test.each(allOrSome(described, described.length / 8).map((action) => [action.name, action] as const))(
  'a filled template of %s asks for what stands',
  { tags: ['scaled'] },
  async (name, action) => {
    const setup = setupOf(server, name);
    // Catalogs are short, and their records belong to no organization.
    const scan = action.scan?.(setup.context(), ({ id }) => action.scans !== undefined || some.has(id));
    const rows = scan === undefined ? [] : await filledRows(action, scan);
    expect(rows.length).toBeGreaterThan(2);
    for (const values of rows) expect(await setup.plan(values)).toMatchObject({ problems: [], changes: [] });
  },
);
