import { type FieldValues, get, set } from 'react-hook-form';
import type { Organization } from '../../shared/contract/organizationSchemas.ts';
import type { PlanItem } from '../../shared/contract/plans.ts';
import { organizationProblems } from '../../shared/rules/organization.ts';
import { planAllows, planUsersText } from '../../shared/rules/plan.ts';
import { defaultCountry } from '../../shared/rules/states.ts';
import { normaliseSubdomain } from '../../shared/rules/subdomain.ts';
import { organizationTabs, tabOf } from './organizationTabs.ts';

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

type Groups = Pick<
  Organization,
  'carequality' | 'qhin' | 'settings' | 'enabledFeatures' | 'allowedPurposeOfUseCodes' | 'allowedIpAddresses'
>;
type DirectValues = Omit<Organization['direct'], 'maxAddresses' | 'recordsName'> &
  Nullable<Pick<Organization['direct'], 'maxAddresses' | 'recordsName'>>;

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
  Pick<Organization, 'address' | 'contact'> &
  Groups & { direct: DirectValues };

/** Hidden fields of the editor that travel with a save (spec 1 section 2). */
type AuditFields = Pick<Organization, 'createdBy' | 'createDate' | 'modifiedBy' | 'modifiedDate'>;
/** Fields on tabs that a new organization does not have yet. */
type LaterFields = Omit<Groups, 'enabledFeatures'> &
  Pick<OrganizationFormValues, 'homeCommunityId'> &
  Pick<Organization, 'direct'>;
export type OrganizationWrite = Omit<OrganizationFormValues, 'name' | 'numberOfUsers' | keyof LaterFields> &
  Partial<AuditFields & LaterFields> & { name: string; numberOfUsers?: number; version?: number };

/** A new organization. What stands on tabs it does not have yet is the server's to decide and is not sent. */
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
  enabledFeatures: [],
  allowedPurposeOfUseCodes: [],
  phone: null,
  fax: null,
  address: { street: null, city: null, state: null, zip: null, country: defaultCountry },
  contact: { firstName: null, lastName: null, title: null, email: null, phone: null, fax: null },
  carequality: { isParticipating: true, organizationOid: null, responderType: null },
  qhin: { isParticipating: false, qhinName: null, entityType: null, participantOid: null, parentOid: null },
  direct: { isEnabled: true, providerId: null, maxAddresses: 50, recordsName: 'records' },
  settings: { passwordSignIn: true, notificationEmails: [] },
  allowedIpAddresses: [],
};

/** Whether a value of the form is a group of fields rather than the value of one. */
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pick = (from: Record<string, unknown>, like: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(like).map(([key, sample]) => {
      const value = from[key] ?? null;
      return [key, isGroup(sample) && isGroup(value) ? pick(value, sample) : value];
    }),
  );

/** The form's part of a loaded organization. */
export const toForm = (organization: Organization): OrganizationFormValues =>
  pick(organization, emptyOrganization) as OrganizationFormValues;

/** Texts trimmed and empty ones null, at any depth; a list keeps what is not empty. */
const cleaned = <T>(value: T): T => {
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return part.trim() || null;
    if (Array.isArray(part)) return part.map(clean).filter((item) => item !== null);
    return isGroup(part) ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, clean(inner)])) : part;
  };
  return clean(value) as T;
};

const isThereBeforeSaved = (field: string): boolean =>
  organizationTabs.some(({ path, beforeSaved }) => beforeSaved === true && path === tabOf(field));

/** The form as it is sent: trimmed, empty as null, subdomain normalised, with the version it was loaded at. */
export const toWrite = (values: OrganizationFormValues, loaded?: Organization): OrganizationWrite => {
  const { name, subdomain, numberOfUsers, direct, ...fields } = cleaned(values);
  const basis = {
    name: name ?? '',
    subdomain: subdomain === null ? null : normaliseSubdomain(subdomain),
    ...(numberOfUsers === null ? {} : { numberOfUsers }),
  };
  if (!loaded) {
    const offered = Object.entries(fields).filter(([field]) => isThereBeforeSaved(field));
    return { ...(Object.fromEntries(offered) as Omit<typeof fields, keyof LaterFields>), ...basis };
  }
  const { createdBy, createDate, modifiedBy, modifiedDate, version } = loaded;
  return {
    ...fields,
    ...basis,
    direct: {
      ...direct,
      maxAddresses: direct.maxAddresses ?? loaded.direct.maxAddresses,
      recordsName: direct.recordsName ?? loaded.direct.recordsName,
    },
    createdBy,
    createDate,
    modifiedBy,
    modifiedDate,
    version,
  };
};

/** Dotted paths as the nested object react-admin's forms take. */
export const nested = (texts: Readonly<Record<string, string>>): FieldValues => {
  const errors: FieldValues = {};
  for (const [path, text] of Object.entries(texts)) set(errors, path, text);
  return errors;
};

/** Longest texts of fields without another rule, in characters (shared/contract/organizationSchemas.ts). */
export const textLimits = {
  name: 255,
  ssoUrl: 2048,
  'address.street': 255,
  'address.city': 255,
  'contact.firstName': 255,
  'contact.lastName': 255,
  'contact.title': 255,
} as const;

const tooLong = (values: OrganizationFormValues) =>
  Object.entries(textLimits).flatMap(([field, max]) => {
    const value: unknown = get(values, field);
    return typeof value === 'string' && value.trim().length > max
      ? [[field, `Must be ${max} characters or less`] as const]
      : [];
  });

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
  const texts: Record<string, string> = {
    ...Object.fromEntries(tooLong(values)),
    ...Object.fromEntries(Object.entries(problems).map(([field, all]) => [field, all.join(' ')])),
  };
  const changed = values.planId !== stored?.planId || values.numberOfUsers !== stored.numberOfUsers;
  const plan = plans?.find(({ id }) => id === values.planId) ?? null;
  const known = plans !== undefined && (values.planId === null || plan !== null);
  if (changed && known && values.numberOfUsers !== null && !planAllows(plan, values.numberOfUsers)) {
    texts['planId'] ??= planUsersText;
  }
  return texts;
};
