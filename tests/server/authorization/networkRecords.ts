import type { TestApp } from '../../support/startApp.ts';

type Ids = Record<string, string>[];

/** A network nobody uses and one with everything a network can have, by the rows that take them. */
export async function networkRecords(running: TestApp): Promise<Record<string, Ids>> {
  const { networks, organizations } = running.client('SysAdmin');
  const spare = await networks.create({ body: { name: 'Spare network' } });
  const { id } = await networks.create({ body: { name: 'Full network' } });
  const params = { id };
  const member = await organizations.create({
    body: { name: 'Network Member', subdomain: 'network-member', networkDbId: id },
  });
  const admin = await networks.addAdmin({ params, body: { userName: 'user@carepost.example' } });
  await networks.createServiceAccount({ params });
  const parts = ['', '/enable', '/disable', '/ipaddresses'].map((part) => `/api/networks/{id}/serviceaccounts${part}`);
  const full = ['/api/networks/{id}/features', '/api/admin/networks/{id}', ...parts];
  const users = ['/api/admin/networks/{id}/organizations', '/api/admin/networks/{id}/admins'];
  return {
    ...Object.fromEntries([...full, ...users].map((path) => [path, [params]])),
    '/api/networks/{id}': [{ id: spare.id }],
    '/api/admin/networks/{id}/organizations/{orgId}': [{ id, orgId: member.id }],
    '/api/admin/networks/{id}/admins/{adminId}': [{ id, adminId: admin.id }],
    '/api/users/current/preferences/{key}': [{ key: 'organizations.columns' }],
  };
}

/** Bodies that are accepted for sure; the organization and the person are ones that exist. */
export const networkCalls = (known: { readonly organizationId: string }) => ({
  'POST /api/networks': { body: { name: 'Random network' } },
  'PUT /api/networks/{id}': { body: { isEnabled: false } },
  'DELETE /api/networks/{id}': {},
  'PUT /api/networks/{id}/serviceaccounts/ipaddresses': { body: { ipAddresses: ['203.0.113.7'] } },
  'DELETE /api/networks/{id}/serviceaccounts': {},
  'POST /api/admin/networks/{id}/organizations': { body: known },
  'DELETE /api/admin/networks/{id}/organizations/{orgId}': {},
  'POST /api/admin/networks/{id}/admins': { body: { userName: 'lockout@carepost.example' } },
  'DELETE /api/admin/networks/{id}/admins/{adminId}': {},
  'PUT /api/users/current/preferences/{key}': { body: { value: ['name'] } },
  'PUT /api/account/drafts': {
    body: { page: '/admin/specialties/add', form: 'specialties', value: { name: 'Random' } },
  },
  'DELETE /api/account/drafts': { query: { page: '/admin/specialties/add', form: 'specialties' } },
});
