/**
 * Who may call what, written from the specification (spec 1 section 6, spec 2 section 6, spec 3 section 6) and not from the
 * contract: platform administration is for SysAdmin alone; SysAdminReporting sees the messaging dashboard only; everybody who
 * is signed in may load the own profile, change between the own organizations, and read the capture setting.
 */
export const callers = [
  'anonymous',
  'User',
  'Administrator',
  'SysAdminReporting',
  'SysAdmin',
  'disabled',
  'expired',
] as const;
export type Caller = (typeof callers)[number];

const sysAdminOnly: readonly Caller[] = ['SysAdmin'];
const everybodySignedIn: readonly Caller[] = ['User', 'Administrator', 'SysAdminReporting', 'SysAdmin'];

/** `METHOD path` to the callers it serves; whoever is not listed is refused. */
export const policy: Readonly<Record<string, readonly Caller[]>> = {
  'GET /api/users/profiledata': everybodySignedIn,
  'POST /api/account/change': everybodySignedIn,
  'GET /api/apicaptureconfig': everybodySignedIn,
  'GET /api/organizations': sysAdminOnly,
  'POST /api/organizations': sysAdminOnly,
  'GET /api/organizations/{id}': sysAdminOnly,
  'PUT /api/organizations/{id}': sysAdminOnly,
  'DELETE /api/organizations/{id}': sysAdminOnly,
  'GET /api/organizations/types': sysAdminOnly,
  'GET /api/organizations/specialties': sysAdminOnly,
  'GET /api/organizations/subdomain/exists': sysAdminOnly,
  'GET /api/organizations/subdomain/isvalid': sysAdminOnly,
  'POST /api/organizations/{id}/clearcancel': sysAdminOnly,
  'PUT /api/organizations/{id}/activate': sysAdminOnly,
  'PUT /api/organizations/{id}/enable': sysAdminOnly,
  'POST /api/organizations/{id}/sync': sysAdminOnly,
  'PUT /api/organizations/{id}/apicapture': sysAdminOnly,
  'GET /api/organizations/{id}/integrations': sysAdminOnly,
  'GET /api/organizations/{id}/serviceaccount': sysAdminOnly,
  'PUT /api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit': sysAdminOnly,
  'GET /api/organizations/{id}/serviceaccount/limit': sysAdminOnly,
  'PUT /api/organizations/{id}/serviceaccount/limit': sysAdminOnly,
  'GET /api/admin/organizations/{id}/admins': sysAdminOnly,
  'GET /api/admin/organizations/{id}/devices': sysAdminOnly,
  'GET /api/admin/organizations/{id}/licenses': sysAdminOnly,
  'GET /api/admin/organizations/npi': sysAdminOnly,
  'POST /api/admin/organizations/{id}/users': sysAdminOnly,
  'DELETE /api/admin/organizations/{id}/users/{userId}': sysAdminOnly,
  'GET /api/admin/reports/directaddresses': sysAdminOnly,
  'GET /api/admin/reports/organizations': sysAdminOnly,
  'GET /api/admin/reports/contacts-usage-statistics': sysAdminOnly,
  'GET /api/admin/reports/users': sysAdminOnly,
  'GET /api/admin/brands': sysAdminOnly,
  'GET /api/admin/guid': sysAdminOnly,
  'GET /api/admin/plans': sysAdminOnly,
  'GET /api/networks': sysAdminOnly,
  'GET /api/networks/{id}': sysAdminOnly,
  'GET /api/resellers': sysAdminOnly,
  'GET /api/resellers/{id}': sysAdminOnly,
};
