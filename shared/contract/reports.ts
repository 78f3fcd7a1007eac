import { endpoint } from './endpoint.ts';

/** CSV downloads about all organizations (spec 1 section 7), named by brand, report and UTC time (spec 3 section 9). */
const report = <const P extends string, const F extends string>(path: P, file: F, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: ['SysAdmin'],
    audited: true,
    response: { kind: 'csv', file },
    errors: [],
  });

export const reports = {
  directAddresses: report(
    '/api/admin/reports/directaddresses',
    'DirectAddresses',
    'Direct addresses of all organizations',
  ),
  organizations: report('/api/admin/reports/organizations', 'Organizations', 'All organizations'),
  contactsUsage: report(
    '/api/admin/reports/contacts-usage-statistics',
    'ContactsUsageStatistics',
    'Contacts and usage of all organizations',
  ),
  users: report('/api/admin/reports/users', 'Users', 'Users of all organizations'),
};
