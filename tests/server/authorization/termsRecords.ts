import type { TestApp } from '../../support/startApp.ts';
import { agreementFile, fileOf, pictures } from '../areas/termsBuilders.ts';

type Ids = Record<string, string>[];

/** Brands, plans, specialties, apps, reserved words, resellers, agreements and identity links without a use, by the rows that take them, so that random calls can change and delete them. */
export async function termsRecords(running: TestApp): Promise<Record<string, Ids>> {
  const client = running.client('SysAdmin');
  const administrator = running.client('Administrator');
  const brand = await client.brands.create({
    body: {
      name: 'Spare brand',
      appUrl: 'https://spare.example',
      primaryColor: '#000000',
      supportEmail: 'spare@brand.example',
    },
  });
  const plan = await client.plans.create({ body: { name: 'Spare plan', tierCode: 'SPARE', allowedUsers: -1 } });
  const specialty = await client.specialties.create({ body: { name: 'Spare specialty' } });
  const app = await client.apps.create({ body: { name: 'Spare app' } });
  const word = await client.reservedwords.create({ params: { id: '0' }, body: { name: 'spare-word' } });
  const reseller = await client.resellers.create({
    body: { name: 'Spare reseller', type: 0, urlCode: 'spare', color: '#ffffff' },
  });
  const visible = await client.resellers.create({
    body: { name: 'Shown reseller', type: 0, urlCode: 'shown', color: '#ffffff' },
    file: fileOf(pictures['image/png'], 'logo.png'),
  });
  const draft = await client.eulas.create({ body: { version: 'spare', type: 'Spare' }, file: agreementFile() });
  const link = await client.identitylinks.create({
    body: { issuer: 'https://login.example', subject: 'spare', userName: 'user@carepost.example' },
  });
  const single = await client.connections.create({
    body: {
      name: 'spare',
      organizationId: (await client.organizations.list({ query: { pageSize: 1 } })).items[0]?.id ?? '',
      issuer: 'https://login.invalid',
      clientId: 'spare',
    },
  });
  const emergency = await client.emergencies.create({
    body: { name: 'Spare emergency', organizations: [{ name: 'Spare agency', oid: '2.16.840.1.113883.19.1' }] },
  });
  const { value: known } = await client.interop.save({ body: { oid: '2.16.840.1.113883.19.2', name: 'Spare known' } });
  const type = 'Random';
  const { id } = await client.eulas.create({ body: { version: 'random', type }, file: agreementFile() });
  await client.eulas.activate({ params: { id } });
  // Whichever of theirs the administrator works in by then, it has this reseller.
  const { organizations, resellerId } = await administrator.profile.get({});
  const own = resellerId ?? (await client.resellers.list()).items[0]?.id ?? '';
  await running.database.pool.query('update organizations set reseller_id = $1 where id = any($2)', [
    own,
    organizations.map((organization) => organization.id),
  ]);
  const integration = (await client.integrations.list({})).items[0]?.id ?? '';
  const member = (await client.organizations.list({ query: { pageSize: 100 } })).items.at(-1)?.id ?? '';
  const entry = await client.integrationwhitelist.create({
    body: { integrationId: integration, organizationId: member, isEnabled: false },
  });
  const hook = await client.webhooks.save({
    body: { name: 'Spare webhook', url: 'https://hooks.example/', events: ['emergency.created'] },
  });
  const delivery = await client.webhooks.test({ params: { id: hook.id } });
  // No job reads them: the call makes the hosts of the webhook and the demo data known.
  await client.certificates.checkAll({});
  const [host] = (await client.certificates.list({ query: { search: 'hooks.example' } })).items;
  return {
    '/api/admin/certificates/{id}/check': [{ id: host?.id ?? '' }],
    '/api/webhooks/{id}': [{ id: hook.id }],
    '/api/webhooks/{id}/test': [{ id: hook.id }],
    '/api/webhooks/deliveries/{id}': [{ id: delivery.id }],
    '/api/webhooks/deliveries/{id}/redeliver': [{ id: delivery.id }],
    '/api/admin/integrations/{id}': [{ id: integration }],
    '/api/admin/integrations/{id}/organizations': [{ id: integration }],
    '/api/admin/integrations/whitelist/{id}': [{ id: entry.id }],
    '/api/admin/identitylinks/{id}': [{ id: link.id }],
    '/api/admin/connections/{id}': [{ id: single.id }],
    '/api/admin/connections/{id}/test': [{ id: single.id }],
    '/api/admin/emergencies': [{ id: emergency.id }],
    '/api/admin/emergencies/{id}': [{ id: emergency.id }],
    '/api/admin/emergencies/{id}/enable': [{ id: emergency.id }],
    '/api/admin/emergencies/{id}/disable': [{ id: emergency.id }],
    '/api/admin/emergencies/{id}/impact': [{ id: emergency.id }],
    '/api/emergencies/organizations/{oid}': [{ oid: known.oid }],
    '/api/admin/brands/{id}': [{ id: brand.id }],
    '/api/admin/plans/{id}': [{ id: plan.id }],
    '/api/admin/organizationspecialties': [{ id: specialty.id }],
    '/api/admin/organizationspecialties/{id}': [{ id: specialty.id }],
    '/api/admin/apps/{id}': [{ id: app.id }],
    '/api/reservedwords/{id}': [{ id: word.id }],
    '/api/resellers/{id}': [{ id: reseller.id }],
    '/api/resellers/{id}/file': [{ id: visible.id }],
    '/api/resellers/{id}/eula': [{ id: own }],
    '/api/resellers/{id}/eula/accept': [{ id: own }],
    '/api/admin/eulas/{id}': [{ id: draft.id }],
    '/api/admin/eulas/{id}/view': [{ id }],
    '/api/admin/eulas/{id}/activate': [{ id }],
    '/api/eulas/{id}/accept': [{ id }],
  };
}

/** Bodies and queries that are accepted for sure. */
export const termsCalls: Readonly<Record<string, { params?: unknown; body?: unknown; query?: unknown }>> = {
  'POST /api/admin/brands': {
    body: {
      name: 'Random brand',
      appUrl: 'https://random.example',
      primaryColor: '#123abc',
      supportEmail: 'random@brand.example',
    },
  },
  'POST /api/admin/identitylinks': {
    body: { issuer: 'https://login.example', subject: 'random', userName: 'user@carepost.example' },
  },
  'POST /api/admin/emergencies': {
    body: { name: 'Random emergency', organizations: [{ name: 'Random agency', oid: '2.16.840.1.113883.19.3' }] },
  },
  'PUT /api/admin/emergencies': {
    body: {
      id: '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7e11',
      name: 'Random saved emergency',
      organizations: [{ name: 'Random agency', oid: '2.16.840.1.113883.19.3' }],
    },
  },
  'PUT /api/admin/emergencies/{id}/enable': { body: {} },
  'PUT /api/admin/emergencies/{id}/disable': { body: {} },
  'GET /api/admin/emergencies/organizations': { query: { search: 'random' } },
  'POST /api/admin/_search': { body: { text: 'clinic' } },
  'POST /api/directory/search': { body: { organizationName: 'clinic' } },
  'GET /api/directory/validate': { query: { addresses: 'ann@direct.partner.example' } },
  'POST /api/users/sendinvitation': { body: { fullName: 'Ann Baker', emailAddress: 'ann@random.example' } },
  'POST /api/organization/admin/_search': { body: { orgId: '2.16.840.1.113883.19.5.9100.1' } },
  'PUT /api/emergencies/organizations': { body: { oid: '2.16.840.1.113883.19.4', name: 'Random known' } },
  'DELETE /api/emergencies/organizations/{oid}': {},
  'DELETE /api/admin/identitylinks/{id}': {},
  'PUT /api/admin/connections/{id}': { body: { displayName: 'Random name' } },
  'POST /api/admin/certificates/check': {},
  'POST /api/admin/certificates/{id}/check': {},
  'POST /api/admin/connections/{id}/test': {},
  'DELETE /api/admin/connections/{id}': {},
  // The demo data has an entry of Epic for every organization, and none of Aprima.
  'POST /api/admin/integrations/whitelist': { body: { integrationId: '019ab600-0000-7000-8000-000000000006' } },
  'PUT /api/admin/integrations/whitelist/{id}': { body: { note: 'Random note' } },
  'DELETE /api/admin/integrations/whitelist/{id}': {},
  'PUT /api/webhooks': {
    body: { name: 'Random webhook', url: 'https://hooks.example/random', events: ['user.created'] },
  },
  'POST /api/webhooks/check': {
    body: { name: 'Checked Random webhook', url: 'https://hooks.example/random', events: ['user.created'] },
  },
  'POST /api/webhooks/{id}/test': {},
  'POST /api/webhooks/deliveries/{id}/redeliver': {},
  'DELETE /api/webhooks/{id}': {},
  'POST /api/users/unlock': { body: { userName: 'user@carepost.example' } },
  'PUT /api/admin/brands/{id}': { body: { primaryColor: '#abcdef' } },
  'DELETE /api/admin/brands/{id}': {},
  'POST /api/admin/plans': { body: { name: 'Random plan', tierCode: 'RANDOM', allowedUsers: 7 } },
  'PUT /api/admin/plans/{id}': { body: { allowedUsers: 8 } },
  'DELETE /api/admin/plans/{id}': {},
  'POST /api/admin/organizationspecialties': { body: { name: 'Random specialty' } },
  'DELETE /api/admin/organizationspecialties/{id}': {},
  'POST /api/admin/apps': { body: { name: 'Random app' } },
  'PUT /api/admin/apps/{id}': { body: { name: 'Random app again' } },
  'DELETE /api/admin/apps/{id}': {},
  'GET /api/reservedwords/exists': { query: { name: 'random' } },
  'GET /api/reservedwords/isreservedword': { query: { name: 'random' } },
  'GET /api/reservedwords/check': { query: { name: 'random' } },
  'PUT /api/reservedwords/{id}': { body: { profanity: true } },
  'POST /api/reservedwords/{id}': { params: { id: '0' }, body: { name: 'random-word' } },
  'DELETE /api/reservedwords/{id}': {},
  'POST /api/resellers': { body: { name: 'Random reseller', type: 1, urlCode: 'random', color: '#3f4449' } },
  'PUT /api/resellers/{id}': { body: { color: '#e6e9ed' } },
  'GET /api/resellers/{id}/file': {},
  'DELETE /api/resellers/{id}': {},
  'POST /api/resellers/{id}/eula/accept': {},
  'POST /api/admin/eulas': { body: { version: 'certain' } },
  'GET /api/admin/eulas/{id}': {},
  'GET /api/admin/eulas/{id}/view': {},
  'POST /api/admin/eulas/{id}/activate': {},
  'DELETE /api/admin/eulas/{id}': {},
  'GET /api/eulas/exists': { query: { version: '1' } },
  'GET /api/eulas/active/view': { query: { type: 'Random' } },
  'POST /api/eulas/{id}/accept': {},
};
