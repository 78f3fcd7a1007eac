/** People are changed by the administrators of their organization, whose pages are outside the administration of the platform. */
const peoplePath = '/account/people';
const rootOf = (action: string): string => (action.startsWith('people.') ? peoplePath : '/admin/organizations');

/** Paths of the import pages: for the records of the platform, and for the people of an organization. */
export const importPath = '/admin/organizations/import';
export const peopleImportPath = `${peoplePath}/import`;

/** Path of the import page that offers an action. */
export const importPathOf = (action: string): string => `${rootOf(action)}/import`;

/** Path of the page of a run of an action. */
export const runPath = (run: string, action: string): string => `${rootOf(action)}/runs/${run}`;

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
  people: 'people',
};

/** The resource whose records an action changes; undefined for organizations and their parts. */
export const importList = (action: string): string | undefined => lists[action.split('.')[0] ?? ''];

/** Path of the list whose records an action changes. */
export const listPathOf = (action: string): string => {
  const list = importList(action) ?? 'organizations';
  return list === 'people' ? peoplePath : `/admin/${list}`;
};
