/** @module-tag scaled */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesBetween, type CellValue, type Values } from '../../../shared/bulk/values.ts';
import { ApiError } from '../../../shared/client/apiError.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type ActionSetup, setupOf } from './actionSetup.ts';
import { organizationIds, unknownId } from './organizationIds.ts';
import { isHard } from '../../support/isHard.ts';

let server: TestApp;
let client: Client;
let ids: Awaited<ReturnType<typeof organizationIds>>;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  ids = await organizationIds(server);
  await client.organizations.create({ body: newOrganization({ subdomain: 'property-taken' }) });
});
afterAll(() => server.close());

let made = 0;
const fresh = (): string => {
  made += 1;
  return `property-${made}`;
};

const cell = (...values: readonly CellValue[]): fc.Arbitrary<CellValue> => fc.constantFrom(...values);

/** Cells that are right, wrong, and right in another writing, for every column whose rule could differ from the server's. */
const cells = (): Record<string, fc.Arbitrary<CellValue>> => ({
  name: cell('Clinic', '  Clinic  '),
  subdomain: fc.oneof(fc.constant(0).map(fresh), cell(null, 'property-taken', 'Property-Taken', '-wrong', 'Up-Per')),
  network_id: cell(ids.network, ids.network.toUpperCase(), unknownId, null),
  brand_id: cell(ids.brand, ids.plainBrand, null),
  plan_id: cell(ids.small, ids.unlimited, null),
  reseller_id: cell(ids.affiliate, ids.otherAffiliate, ids.licensing, null, unknownId),
  number_of_users: cell(1, 3, 4, 9),
  features: cell([ids.feature], [ids.feature, ids.feature], ['Nothing'], []),
  purposes: cell(['TREATMENT', 'PAYMENT'], ['PAYMENT', 'TREATMENT', 'PAYMENT'], ['treatment'], []),
  home_community_id: cell('2.999.1', 'urn:oid:2.999.1', 'clinic', null),
  npi: cell('1234567893', '1234567890', null),
  sso_url: cell('https://sso.clinic.example', 'http://sso.clinic.example', null),
  street: cell('1 Main Street', 'PO Box 7', ' 1 Main Street '),
  state: cell('AZ', 'ON', 'az', null),
  zip: cell('85701', '01234-5678', 'K1A 0B1', null),
  country: cell('US', 'CA', 'us', null),
  phone: cell('520-555-0142', '12', null),
  fax: cell('520-555-0142', 'none', null),
  contact_email: cell('a@clinic.example', 'a@clinic', null),
  carequality_participating: cell(true, false),
  carequality_oid: cell('2.999.2', 'clinic', null),
  carequality_responder_type: cell('GatewayMember', null),
  qhin_participating: cell(true, false),
  qhin_name: cell('QHIN', null),
  qhin_entity_type: cell('Participant', 'Child', null),
  qhin_participant_oid: fc.oneof(
    fc.constant(0).map(() => `urn:oid:2.999.4.${(made += 1)}`),
    cell(null, 'clinic'),
  ),
  qhin_parent_oid: cell('2.999.5', null, 'clinic'),
  direct_enabled: cell(true, false),
  direct_provider_id: cell(ids.provider, ids.faxes, null),
  direct_records_name: cell('records', 'Charts', 'two..dots'),
  password_sign_in: cell(true, false),
  notification_emails: cell(
    ['a@clinic.example', ' b@clinic.example '],
    ['a@clinic.example', 'A@clinic.example'],
    [],
    null,
  ),
  allowed_ip_addresses: cell(['203.0.113.7'], ['203.0.113.777'], ['203.0.113.7', '203.0.113.7'], null),
});

/** A few cells, so that rows without a mistake are not rare. */
const row = () =>
  fc.shuffledSubarray(Object.keys(cells()), { minLength: 1, maxLength: 5 }).chain((columns) => {
    const all = cells();
    return fc.record(Object.fromEntries(columns.map((column) => [column, all[column] ?? fc.constant(null)])));
  });

/** Whether the server takes what the action sends; what it took must be read back as it was asked for. */
const isTaken = async (setup: ActionSetup, values: Values): Promise<boolean> => {
  const current = await setup.action.read(values, setup.context());
  const expected = setup.action.desired(values) ?? {};
  const changes = changesBetween(current?.values ?? {}, expected);
  if (changes.length === 0) return true;
  try {
    const after = await setup.action.write(values, current, changes, setup.context());
    expect(changesBetween(after?.values ?? {}, expected)).toEqual([]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

test('a change is refused by the plan exactly if the server refuses it, and read back as it was sent', async () => {
  const setup = setupOf(server, 'orgs.update');
  const seen = { refused: 0, taken: 0 };
  await fc.assert(
    fc.asyncProperty(row(), row(), async (before, cellsOfRow) => {
      const { id } = await client.organizations.create({ body: newOrganization() });
      // Something stands already, as far as it can.
      const standing = { id, ...before };
      if ((await setup.plan(standing)).problems.length === 0) await isTaken(setup, standing);
      const values = { id, ...cellsOfRow };
      const { problems } = await setup.plan(values);
      // The server would drop the plan without a word; a row that asks for it is a mistake.
      if (problems.some(({ message }) => message.includes('Leave the plan blank'))) return;
      const taken = await isTaken(setup, values);
      seen[taken ? 'taken' : 'refused'] += 1;
      expect(problems.length === 0, JSON.stringify(problems)).toBe(taken);
    }),
    { numRuns: isHard ? 100 : 30 },
  );
  expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(0);
}, 60_000);

test('a new organization is refused by the plan exactly if the server refuses it', async () => {
  const setup = setupOf(server, 'orgs.create');
  const seen = { refused: 0, taken: 0 };
  await fc.assert(
    fc.asyncProperty(row(), async (cellsOfRow) => {
      const values = { name: 'Clinic', subdomain: fresh(), ...cellsOfRow };
      const { problems } = await setup.plan(values);
      const taken = await isTaken(setup, values);
      seen[taken ? 'taken' : 'refused'] += 1;
      expect(problems.length === 0, JSON.stringify(problems)).toBe(taken);
    }),
    { numRuns: isHard ? 100 : 30 },
  );
  expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(0);
}, 60_000);
