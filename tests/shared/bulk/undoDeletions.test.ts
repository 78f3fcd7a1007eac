import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkActions } from '../../../shared/bulk/actions/catalogue.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { setupOf } from './actionSetup.ts';

let server: TestApp;
let client: Client;
let org = '';
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  org = (await client.organizations.create({ body: newOrganization() })).id;
  await client.organizations.addDomain({ params: { id: org }, body: { domain: 'direct.undo.example' } });
});
afterAll(() => server.close());

const user = 'user@carepost.example';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Deletion {
  /** Makes a record in which every field differs from the default, and returns the row that deletes it. */
  readonly make: () => Promise<Values>;
  /** The row that finds the restored record, where the deleting one names an id. */
  readonly find?: (values: Values, restored: string) => Values;
  /** Fields that the undo text or a consequence names as lost. */
  readonly lost?: readonly string[];
}

const byName = ({ id: _id, ...values }: Values): Values => values;
const byId = (values: Values, id: string): Values => ({ ...values, id });
const by = async (action: string, values: Values) => (await setupOf(server, action).run(values)).done.id;

const deletions: Readonly<Record<string, Deletion>> = {
  'apps.delete': { make: async () => (await client.apps.create({ body: { name: 'Undone' } }), { name: 'Undone' }) },
  'specialties.delete': {
    make: async () => (await client.specialties.create({ body: { name: 'Undone' } }), { name: 'Undone' }),
  },
  'reserved-words.delete': {
    async make() {
      await client.reservedwords.create({ params: { id: '0' }, body: { name: 'undone', profanity: true } });
      return { name: 'undone' };
    },
  },
  'networks.delete': {
    async make() {
      const body = { name: 'Undone', isEnabled: false, enabledFeatures: ['Release'] };
      return { name: (await client.networks.create({ body })).name };
    },
  },
  'plans.delete': {
    async make() {
      const fields = { tierCode: 'UNDO', allowedUsers: 7, monthlyPriceCents: 4900, features: ['reply' as const] };
      return { name: (await client.plans.create({ body: { name: 'Undone', ...fields } })).name };
    },
  },
  'resellers.delete': {
    async make() {
      const fields = { type: 1, urlCode: 'undone', color: '#3f4449', bypassTos: true } as const;
      const body = { name: 'Undone', ...fields, termsHtml: '<p>Be <strong>kind</strong>.</p>' };
      const file = { name: 'logo.png', mediaType: 'image/png', bytes: png };
      const { id, name } = await client.resellers.create({ body, file });
      return { name, id };
    },
    find: byName,
    lost: ['fileName'],
  },
  'brands.delete': {
    async make() {
      const body = {
        name: 'Undone',
        appUrl: 'https://undone.example',
        primaryColor: '#123456',
        supportEmail: 'help@undone.example',
        identityProvider: { connectionName: 'undone' },
        onboardingFlow: 'legacy' as const,
        termsHtml: '<p>Be <strong>kind</strong>.</p>',
      };
      const { id, name } = await client.brands.create({ body });
      return { name, id };
    },
    find: byName,
  },
  'networks.remove-organization': {
    async make() {
      const network = await client.networks.create({ body: { name: 'Undone members' } });
      const { id } = await client.organizations.create({ body: newOrganization({ networkDbId: network.id }) });
      return { network_id: network.id, org_id: id };
    },
  },
  'networks.remove-admin': {
    async make() {
      const { id } = await client.networks.create({ body: { name: 'Undone admins' } });
      await client.networks.addAdmin({ params: { id }, body: { userName: user } });
      return { network_id: id, user };
    },
  },
  'users.unassign': {
    async make() {
      const { users } = await client.users.list({ query: { search: user } });
      const values = { user_id: users[0]?.id ?? '', organization_id: org };
      await by('users.assign', { ...values, is_administrator: true });
      return values;
    },
  },
  'whitelist.delete': {
    async make() {
      const { items } = await client.integrations.list({ query: {} });
      const integration = items[0]?.type ?? '';
      return { id: await by('whitelist.create', { integration, org_id: org, note: 'Undone', enabled: false }) };
    },
    find: byId,
  },
  'emergency-orgs.delete': {
    make: async () => (await by('emergency-orgs.put', { oid: '2.999.77.1', name: 'Undone' }), { oid: '2.999.77.1' }),
  },
  'domains.delete': {
    async make() {
      const values = { org_id: org, domain: 'direct.undone.example' };
      await by('domains.add', values);
      return values;
    },
  },
  'saved-addresses.delete': {
    async make() {
      const values = { org_id: org, address: 'ann@direct.undone.example' };
      await by('saved-addresses.save', { ...values, display_name: 'Ann' });
      return values;
    },
  },
  'eulas.delete': {
    async make() {
      const { items } = await client.brands.list({ query: {} });
      const cells = { brand: items[0]?.name ?? '', type: 'UNDO', file_name: 'undone.html', text: '<p>Undone.</p>' };
      return { id: await by('eulas.create', { version: '7.7', ...cells }), expected_version: '7.7' };
    },
    find: byId,
  },
  'fax-accounts.delete': {
    async make() {
      const values = { org_id: org, service: 'efax' };
      const cells = { account_number: '4711', display_name: 'Undone', enabled: false, retention_days: 77 };
      await by('fax-accounts.save', { ...values, ...cells });
      return values;
    },
  },
  'oids.delete': {
    async make() {
      await by('oids.add', { org_id: org, value: '2.999.77.2', is_default: true });
      return { org_id: org, value: '2.999.77.2' };
    },
  },
  'addresses.delete': {
    async make() {
      const address = 'records@direct.undo.example';
      const cells = { org_id: org, address, display_name: 'Records', enabled: false };
      return { id: await by('addresses.create', cells), expected_address: address };
    },
    find: byId,
  },
  'identity-links.delete': {
    async make() {
      const cells = { issuer: 'https://login.undo.example/', subject: '00u7', user_name: user };
      return { id: await by('identity-links.create', cells), expected_subject: '00u7' };
    },
    find: byId,
  },
};

/** Ids, versions and the times and users of the change. */
const isOfTheWrite = (field: string): boolean =>
  /^(?:id|.*Id|version|.*(?:Date|At|By|On))$/.test(field) && field !== 'organizationId' && field !== 'integrationId';

test('every deletion that can be undone is in the table below', () => {
  const undoable = bulkActions.filter(({ kind, undoes }) => kind === 'delete' && undoes !== null);
  expect(undoable.map(({ name }) => name).sort()).toEqual(Object.keys(deletions).sort());
});

test.each(Object.entries(deletions))('undo of %s restores every field of the record', async (name, deletion) => {
  const setup = setupOf(server, name);
  const values = await deletion.make();
  const { done, current } = await setup.run(values);
  const row = setup.reverse(done);
  if ('cannot' in row) throw new Error(row.cannot);
  const restored = (await setupOf(server, row.action).run(row.values)).done.id;
  const again = await setup.action.read(deletion.find?.(values, restored) ?? values, setup.context());
  const plain = (record: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(
      Object.entries(record).filter(([field]) => !isOfTheWrite(field) && deletion.lost?.includes(field) !== true),
    );
  expect(Object.keys(plain(current?.record)).length).toBeGreaterThan(0);
  expect(plain(again?.record)).toEqual(plain(current?.record));
});

test('a deletion counts what its undo does not restore', async () => {
  const { id, name } = await client.networks.create({ body: { name: 'Undone accounts' } });
  const networks = setupOf(server, 'networks.delete');
  expect((await networks.plan({ name })).consequences).toEqual([]);
  await client.networks.createServiceAccount({ params: { id } });
  expect((await networks.plan({ name })).consequences).toEqual([{ kind: 'service-account-lost', count: 1 }]);

  const cells = { org_id: org, address: '(603) 555-0177' };
  const address = { id: await by('addresses.create', cells), expected_address: '(603) 555-0177' };
  const addresses = setupOf(server, 'addresses.delete');
  expect((await addresses.plan(address)).consequences).toEqual([]);
  await by('addresses.activate', { id: address.id });
  expect((await addresses.plan(address)).consequences).toEqual([{ kind: 'fax-status-lost', count: 1 }]);
});
