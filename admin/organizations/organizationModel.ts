import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import type { PlanItem } from '../../shared/contract/lookups.ts';
import { organizationProblems } from '../../shared/rules/organization.ts';
import { planAllows, planUsersText } from '../../shared/rules/plan.ts';
import { defaultCountry } from '../../shared/rules/states.ts';
import { normaliseSubdomain } from '../../shared/rules/subdomain.ts';

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** What the form holds: every field, null where it is empty. */
export type OrganizationFormValues = Nullable<
  Pick<
    Organization,
    | 'name'
    | 'subdomain'
    | 'networkDbId'
    | 'brandId'
    | 'numberOfUsers'
    | 'planId'
    | 'resellerId'
    | 'typeId'
    | 'specialtyId'
    | 'npi'
    | 'homeCommunityId'
    | 'ssoUrl'
    | 'phone'
    | 'fax'
  >
> &
  Pick<Organization, 'address' | 'contact'>;

/** Hidden fields of the editor that travel with a save (spec 1 section 2). */
type AuditFields = Pick<Organization, 'createdBy' | 'createDate' | 'modifiedBy' | 'modifiedDate'>;
export type OrganizationWrite = Omit<OrganizationFormValues, 'name' | 'numberOfUsers'> &
  Partial<AuditFields> & { name: string; numberOfUsers?: number; version?: number };

export const emptyOrganization: OrganizationFormValues = {
  name: null,
  subdomain: null,
  networkDbId: null,
  brandId: null,
  numberOfUsers: 1,
  planId: null,
  resellerId: null,
  typeId: null,
  specialtyId: null,
  npi: null,
  homeCommunityId: null,
  ssoUrl: null,
  phone: null,
  fax: null,
  address: { street: null, city: null, state: null, zip: null, country: defaultCountry },
  contact: { firstName: null, lastName: null, title: null, email: null, phone: null, fax: null },
};

const pick = <T extends object>(from: T, like: object): T =>
  Object.fromEntries(Object.keys(like).map((key) => [key, from[key as keyof T] ?? null])) as T;

/** The form's part of a loaded organization. */
export const toForm = (organization: Organization): OrganizationFormValues => ({
  ...pick<OrganizationFormValues>(organization, emptyOrganization),
  address: pick(organization.address, emptyOrganization.address),
  contact: pick(organization.contact, emptyOrganization.contact),
});

const clean = (value: string | null): string | null => value?.trim() || null;
const cleanAll = <T extends Record<string, string | null>>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, clean(value)])) as T;

/** The form as it is sent: trimmed, empty as null, subdomain normalised, with the version it was loaded at. */
export const toWrite = (values: OrganizationFormValues, loaded?: Organization): OrganizationWrite => {
  const { numberOfUsers, address, contact, ...texts } = values;
  const cleaned = cleanAll(texts);
  return {
    ...cleaned,
    name: cleaned.name ?? '',
    subdomain: cleaned.subdomain === null ? null : normaliseSubdomain(cleaned.subdomain),
    address: cleanAll(address),
    contact: cleanAll(contact),
    ...(numberOfUsers === null ? {} : { numberOfUsers }),
    ...(loaded && {
      createdBy: loaded.createdBy,
      createDate: loaded.createDate,
      modifiedBy: loaded.modifiedBy,
      modifiedDate: loaded.modifiedDate,
      version: loaded.version,
    }),
  };
};

/** Dotted paths as the nested object react-admin's forms take. */
export const nested = (texts: Readonly<Record<string, string>>): Record<string, string | Record<string, string>> => {
  const errors: Record<string, string | Record<string, string>> = {};
  for (const [path, text] of Object.entries(texts)) {
    const [group = path, field] = path.split('.');
    if (field === undefined) {
      errors[group] = text;
    } else {
      const fields = errors[group];
      errors[group] = { ...(typeof fields === 'object' ? fields : {}), [field]: text };
    }
  }
  return errors;
};

/**
 * What is wrong with the form, by field path (spec 1 sections 4 and 5). The plan is judged only when plan or number of users
 * change: an organization whose stored plan does not fit any more can still get a new telephone number.
 */
export const formProblems = (
  values: OrganizationFormValues,
  stored: OrganizationFormValues | undefined,
  plans: readonly PlanItem[] | undefined,
): Record<string, string> => {
  const problems = organizationProblems(values, stored ? 'record' : 'new');
  const texts = Object.fromEntries(Object.entries(problems).map(([field, all]) => [field, all.join(' ')]));
  const changed = values.planId !== stored?.planId || values.numberOfUsers !== stored.numberOfUsers;
  const plan = plans?.find(({ id }) => id === values.planId) ?? null;
  const known = plans !== undefined && (values.planId === null || plan !== null);
  if (changed && known && values.numberOfUsers !== null && !planAllows(plan, values.numberOfUsers)) {
    texts['planId'] ??= planUsersText;
  }
  return texts;
};
