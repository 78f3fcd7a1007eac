import { westFaxFeature } from '../../shared/rules/organization.ts';

interface Tab {
  readonly path: string;
  /** Details and Primary Contact are there before the organization has an id. */
  readonly beforeSaved?: boolean;
  readonly feature?: typeof westFaxFeature;
  /** Fields of the form on this tab, by the beginning of their path. */
  readonly fields?: readonly string[];
}

/** Tabs of the editor by sub-path, in order (spec 1 section 2); the last one is ours. */
const tabs = [
  {
    path: 'details',
    beforeSaved: true,
    fields: [
      'name',
      'subdomain',
      'brandId',
      'networkDbId',
      'typeId',
      'specialtyId',
      'resellerId',
      'planId',
      'numberOfUsers',
      'npi',
      'ssoUrl',
      'enabledFeatures',
      'address',
      'phone',
      'fax',
    ],
  },
  { path: 'contact', beforeSaved: true, fields: ['contact'] },
  { path: 'efax' },
  { path: 'westfax', feature: westFaxFeature },
  { path: 'direct' },
  { path: 'settings', fields: ['settings', 'direct'] },
  { path: 'serviceaccount' },
  { path: 'carequality', fields: ['carequality', 'homeCommunityId', 'allowedPurposeOfUseCodes'] },
  { path: 'cq' },
  { path: 'qhin', fields: ['qhin'] },
  { path: 'info' },
  { path: 'ipaddresses', fields: ['allowedIpAddresses'] },
  { path: 'subscription' },
] as const satisfies readonly Tab[];

export type TabPath = (typeof tabs)[number]['path'];
export type OrganizationTab = Tab & { readonly path: TabPath };
export const organizationTabs: readonly OrganizationTab[] = tabs;
export const defaultTab: TabPath = 'details';

type Features = Readonly<Partial<Record<typeof westFaxFeature, boolean>>>;

/** The tabs to show: those of a saved organization only with its id, those of a feature only with the feature. */
export const tabsFor = (saved: boolean, features: Features, all = organizationTabs): readonly OrganizationTab[] =>
  all.filter(({ beforeSaved, feature }) => (saved || beforeSaved) && (!feature || features[feature] === true));

/** Why a requested tab is not visible, as the last part of a message key; undefined if it is visible or none was requested. */
export const missingTab = (
  requested: string,
  visible: readonly OrganizationTab[],
  features: Features,
): string | undefined => {
  if (requested === '' || visible.some(({ path }) => path === requested)) return undefined;
  const tab = organizationTabs.find(({ path }) => path === requested);
  if (tab === undefined) return 'unknown';
  return tab.feature !== undefined && features[tab.feature] !== true ? 'off' : 'unsaved';
};

/** The tab a field path such as `address.zip` is on; what belongs to none is shown with the details. */
export const tabOf = (field: string): TabPath =>
  organizationTabs.find(({ fields }) => fields?.some((start) => field === start || field.startsWith(`${start}.`)))
    ?.path ?? defaultTab;

/** Address of a tab; the default one is the organization's own address. */
export const tabAddress = (id: string | undefined, path: TabPath): string => {
  const base = `/admin/organizations/${id === undefined ? 'add' : encodeURIComponent(id)}`;
  return path === defaultTab ? base : `${base}/${path}`;
};
