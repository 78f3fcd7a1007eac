/** Path of the import page. */
export const importPath = '/admin/organizations/import';

/** Lists of actions on other records than organizations, by the first part of their names. */
const lists: Readonly<Record<string, string>> = {
  apps: 'apps',
  specialties: 'specialties',
  'reserved-words': 'reservedwords',
  networks: 'networks',
  plans: 'plans',
  resellers: 'resellers',
  brands: 'brands',
  eulas: 'eulas',
  'identity-links': 'identitylinks',
  whitelist: 'integrationwhitelist',
  users: 'users',
  emergencies: 'emergencies',
};

/** The resource whose records an action changes; undefined for organizations and their parts. */
export const importList = (action: string): string | undefined => lists[action.split('.')[0] ?? ''];
