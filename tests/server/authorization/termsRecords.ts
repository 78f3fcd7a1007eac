import type { TestApp } from '../../support/startApp.ts';
import { agreementFile, fileOf, pictures } from '../areas/termsBuilders.ts';

type Ids = Record<string, string>[];

/** Brands, plans, specialties, resellers, agreements and identity links nobody uses, by the rows that take them, so that random calls can change and delete them. */
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
  return {
    '/api/admin/identitylinks/{id}': [{ id: link.id }],
    '/api/admin/brands/{id}': [{ id: brand.id }],
    '/api/admin/plans/{id}': [{ id: plan.id }],
    '/api/admin/organizationspecialties': [{ id: specialty.id }],
    '/api/admin/organizationspecialties/{id}': [{ id: specialty.id }],
    '/api/resellers/{id}': [{ id: reseller.id }],
    '/api/resellers/{id}/file': [{ id: visible.id }],
    '/api/resellers/{id}/eula/accept': [{ id: own }],
    '/api/admin/eulas/{id}': [{ id: draft.id }],
    '/api/admin/eulas/{id}/view': [{ id }],
    '/api/admin/eulas/{id}/activate': [{ id }],
    '/api/eulas/{id}/accept': [{ id }],
  };
}

/** Bodies and queries that are accepted for sure. */
export const termsCalls: Readonly<Record<string, { body?: unknown; query?: unknown }>> = {
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
  'DELETE /api/admin/identitylinks/{id}': {},
  'POST /api/users/unlock': { body: { userName: 'user@carepost.example' } },
  'PUT /api/admin/brands/{id}': { body: { primaryColor: '#abcdef' } },
  'DELETE /api/admin/brands/{id}': {},
  'POST /api/admin/plans': { body: { name: 'Random plan', tierCode: 'RANDOM', allowedUsers: 7 } },
  'PUT /api/admin/plans/{id}': { body: { allowedUsers: 8 } },
  'DELETE /api/admin/plans/{id}': {},
  'POST /api/admin/organizationspecialties': { body: { name: 'Random specialty' } },
  'DELETE /api/admin/organizationspecialties/{id}': {},
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
