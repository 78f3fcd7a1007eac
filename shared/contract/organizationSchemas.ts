import { z } from 'zod';
import { id } from './ids.ts';
import { organizationGroupsRead, organizationGroupsWrite } from './organizationGroups.ts';
import { serverSet, optionalText, requiredText, version } from './texts.ts';

/** How people of an organization sign in, taken from its brand's connection. */
export const loginTypes = ['Password', 'SSO'] as const;

/** A row of the organization list (spec 1 section 3). */
export const organizationRow = z.object({
  id,
  orgId: z.int(),
  name: z.string(),
  networkName: z.string().nullable(),
  subDomain: z.string().nullable(),
  resellerName: z.string().nullable(),
  tierCode: z.string().nullable(),
  isActivated: z.boolean(),
  isEnabled: z.boolean(),
  loginType: z.enum(loginTypes),
  apiCapture: z.boolean(),
  isPendingCancellation: z.boolean(),
});
export type OrganizationRow = z.output<typeof organizationRow>;

const addressRead = z.object({
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string().nullable(),
});
const contactRead = z.object({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  title: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  fax: z.string().nullable(),
});

/** The organization as the editor loads it (spec 1 section 3). */
export const organization = z.object({
  id,
  orgId: z.int(),
  name: z.string(),
  subdomain: z.string().nullable(),
  networkDbId: id.nullable(),
  brandId: id.nullable(),
  numberOfUsers: z.int(),
  planId: id.nullable(),
  plan: z.object({ id, allowedUsers: z.int() }).nullable(),
  resellerId: id.nullable(),
  reseller: z.object({ id, type: z.literal([0, 1]) }).nullable(),
  typeId: id.nullable(),
  specialtyId: id.nullable(),
  npi: z.string().nullable(),
  homeCommunityId: z.string().nullable(),
  ssoUrl: z.string().nullable(),
  enabledFeatures: z.array(z.string()),
  allowedPurposeOfUseCodes: z.array(z.string()),
  address: addressRead,
  phone: z.string().nullable(),
  fax: z.string().nullable(),
  contact: contactRead,
  ...organizationGroupsRead,
  isActivated: z.boolean(),
  isEnabled: z.boolean(),
  apiCapture: z.boolean(),
  isPendingCancellation: z.boolean(),
  cancelAt: z.iso.datetime().nullable(),
  serviceAccountLimit: z.int(),
  createdBy: z.string(),
  createDate: z.iso.datetime(),
  modifiedBy: z.string(),
  modifiedDate: z.iso.datetime(),
  version: z.int(),
});
export type Organization = z.output<typeof organization>;

const addressWrite = z.strictObject({
  street: optionalText(255),
  city: optionalText(255),
  state: optionalText(2),
  zip: optionalText(10),
  country: optionalText(2),
});
const contactWrite = z.strictObject({
  firstName: optionalText(255),
  lastName: optionalText(255),
  title: optionalText(255),
  email: optionalText(255),
  phone: optionalText(25),
  fax: optionalText(25),
});

/**
 * What a caller may write. A field that is left out stays as it is, null clears it. Fields that the server sets are
 * accepted with the value of the record, because the spec's editor sends back the whole record it loaded; an unknown field is refused.
 * Rules beyond the shape (subdomain, NPI, phone, ZIP, plan) are in shared/rules/organization.ts.
 */
const writable = {
  name: requiredText(255),
  subdomain: optionalText(63),
  networkDbId: id.nullable().optional(),
  brandId: id.nullable().optional(),
  numberOfUsers: z.int().min(1).max(1_000_000).optional(),
  planId: id.nullable().optional(),
  resellerId: id.nullable().optional(),
  typeId: id.nullable().optional(),
  specialtyId: id.nullable().optional(),
  npi: optionalText(15),
  homeCommunityId: optionalText(255),
  ssoUrl: optionalText(2048),
  enabledFeatures: z.array(z.string().max(100)).max(500).optional(),
  allowedPurposeOfUseCodes: z.array(z.string().max(100)).max(100).optional(),
  address: addressWrite.nullable().optional(),
  phone: optionalText(25),
  fax: optionalText(25),
  contact: contactWrite.nullable().optional(),
  ...organizationGroupsWrite,
};
const serverSetFields = {
  id: serverSet,
  orgId: serverSet,
  plan: serverSet,
  reseller: serverSet,
  isActivated: serverSet,
  isEnabled: serverSet,
  apiCapture: serverSet,
  isPendingCancellation: serverSet,
  cancelAt: serverSet,
  serviceAccountLimit: serverSet,
  createdBy: serverSet,
  createDate: serverSet,
  modifiedBy: serverSet,
  modifiedDate: serverSet,
};

export const organizationCreate = z.strictObject(writable);
export type OrganizationCreate = z.output<typeof organizationCreate>;

export const organizationUpdate = z.strictObject({
  ...writable,
  name: writable.name.optional(),
  ...serverSetFields,
  version,
});
export type OrganizationUpdate = z.output<typeof organizationUpdate>;

export const serviceAccount = z.object({
  id,
  clientId: z.string(),
  serviceAccountEnabled: z.boolean(),
  allowedAddressCount: z.int(),
  clientIpAddresses: z.array(z.string()),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

export const organizationAdministrator = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  isEnabled: z.boolean(),
});
export type OrganizationAdministrator = z.output<typeof organizationAdministrator>;

export const device = z.object({
  id,
  name: z.string(),
  type: z.string(),
  serialNumber: z.string(),
  lastSeen: z.iso.datetime().nullable(),
});
export type Device = z.output<typeof device>;

export const license = z.object({
  id,
  name: z.string(),
  quantity: z.int(),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime().nullable(),
});
export type License = z.output<typeof license>;

/** A record system of the organization. It is connected only while the whitelist of integrations allows it. */
export const organizationIntegration = z.object({
  id,
  name: z.string(),
  type: z.string(),
  isConnected: z.boolean(),
  isAllowed: z.boolean(),
});
export type OrganizationIntegration = z.output<typeof organizationIntegration>;

export const namedItem = z.object({ id, name: z.string() });
