import type { Access } from './endpoint.ts';
import type { OrganizationNeeds } from '../rules/effectiveAccess.ts';
import { wire } from './wire.ts';

const accessOf = (area: string, row: string): Access => wire[area]?.[row]?.access ?? [];

/**
 * Who may open each page of the web application, by its path; records below a path have the same rule. A user may open what the server lets the
 * user call.
 */
export const pageAccess: Readonly<Record<string, Access>> = {
  '/account/dashboard': accessOf('home', 'organization'),
  '/intake': ['Administrator', 'User'],
  '/account/profile': accessOf('account', 'signIn'),
  '/account/subscription': ['Administrator'],
  '/account/directory': accessOf('directory', 'search'),
  '/account/people': accessOf('people', 'list'),
  '/account/people/import': accessOf('people', 'create'),
  '/account/people/runs': accessOf('people', 'create'),
  '/admin/home': accessOf('home', 'numbers'),
  '/admin/dashboard/messaging': accessOf('diagnostics', 'messageCounts'),
  '/admin/dashboard/messaging/workflows': accessOf('diagnostics', 'search'),
  '/admin/messages': accessOf('inspector', 'mailMessages'),
  '/admin/messages/failures': accessOf('inspector', 'mailMessages'),
  '/admin/messages/retries': accessOf('retryjobs', 'list'),
  '/admin/organizations': accessOf('organizations', 'list'),
  '/admin/organizations/import': accessOf('organizations', 'create'),
  '/admin/organizations/runs': accessOf('organizations', 'create'),
  '/admin/registrations': accessOf('registration', 'list'),
  '/admin/users': accessOf('users', 'list'),
  '/admin/idproofing': accessOf('idproofing', 'reviews'),
  '/admin/contacts': accessOf('users', 'contacts'),
  '/admin/documentsources': accessOf('documentsources', 'list'),
  '/admin/documentsources/fax': accessOf('documentsources', 'list'),
  '/admin/networks': accessOf('networks', 'list'),
  '/admin/resellers': accessOf('resellers', 'list'),
  '/admin/emergencies': accessOf('emergencies', 'list'),
  '/admin/emergencies/organizations': accessOf('interop', 'list'),
  '/admin/sourceproviders': accessOf('documentsources', 'providers'),
  '/admin/plans': accessOf('plans', 'list'),
  '/admin/brands': accessOf('brands', 'list'),
  '/admin/specialties': accessOf('specialties', 'list'),
  '/admin/apps': accessOf('apps', 'list'),
  '/admin/reservedwords': accessOf('reservedwords', 'list'),
  '/admin/reservedwords/clashes': accessOf('reservedwords', 'clashes'),
  '/admin/eulas': accessOf('eulas', 'list'),
  '/admin/integrations': accessOf('integrations', 'list'),
  '/admin/integrationwhitelist': accessOf('integrationwhitelist', 'list'),
  '/admin/reports': accessOf('reports', 'organizations'),
  '/admin/guid': accessOf('guid', 'create'),
  '/admin/connections': accessOf('connections', 'list'),
  '/admin/certificates': accessOf('certificates', 'list'),
  '/admin/identitylinks': accessOf('identitylinks', 'list'),
  '/admin/lockedusers': accessOf('users', 'locked'),
  '/admin/webhooks': accessOf('webhooks', 'list'),
  '/admin/audit': accessOf('audit', 'list'),
  '/dev/mailbox': accessOf('mailbox', 'list'),
};

/** What pages need of the organization by their path; records below a path need the same. */
export const pageNeeds: readonly (OrganizationNeeds & { readonly path: string })[] = [
  { path: '/account/directory', needsActivation: true },
];
