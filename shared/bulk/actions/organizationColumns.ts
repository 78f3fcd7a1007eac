import { entityTypes, responderTypes } from '../../rules/carequality.ts';
import { maxAddressesMost } from '../../rules/organizationGroups.ts';
import type { Column } from '../action.ts';

const text = (
  name: string,
  field: string,
  maxLength: number,
  summary: string,
  examples: Column['examples'] = ['', ''],
): Column => ({ name, kind: 'text', maxLength, field, summary, examples });

const reference = (name: string, field: string, summary: string): Column => text(name, field, 36, `id of ${summary}`);

const flag = (name: string, field: string, summary: string): Column => ({
  name,
  kind: 'flag',
  keeps: true,
  field,
  summary,
  examples: ['', ''],
});

const list = (
  name: string,
  field: string,
  maxLength: number,
  summary: string,
  examples: Column['examples'] = ['', ''],
): Column => ({ name, kind: 'list', maxLength, field, summary, examples });

/** Every field of the organization record that a caller may write, except name and subdomain (shared/contract/organizationSchemas.ts). */
export const organizationColumns: readonly Column[] = [
  reference('network_id', 'networkDbId', 'its network'),
  reference('brand_id', 'brandId', 'its brand'),
  reference('plan_id', 'planId', 'its plan; \\N is the free plan'),
  reference('reseller_id', 'resellerId', 'its reseller'),
  {
    name: 'number_of_users',
    kind: 'number',
    keeps: true,
    min: 1,
    max: 1_000_000,
    field: 'numberOfUsers',
    summary: 'maximum number of users; its plan must allow it',
    examples: ['3', '2'],
  },
  list('features', 'enabledFeatures', 100, 'all its features; orgs.features adds and removes single ones'),
  list('purposes', 'allowedPurposeOfUseCodes', 100, 'codes of its allowed purposes of use', [
    'TREATMENT|PAYMENT',
    'TREATMENT',
  ]),
  text('home_community_id', 'homeCommunityId', 255, 'OID of its home community'),
  reference('type', 'typeId', 'its type: carepost orgs types'),
  reference('specialty', 'specialtyId', 'its specialty: carepost orgs specialties'),
  text('npi', 'npi', 15, 'its National Provider Identifier'),
  text('sso_url', 'ssoUrl', 2048, 'address of its single sign-on, https'),
  text('street', 'address.street', 255, 'street, no post-office box', ['1 Harbor Street', '2 Main Street']),
  text('city', 'address.city', 255, 'city', ['Tucson', 'Portland']),
  text('state', 'address.state', 2, 'two-letter code', ['AZ', 'OR']),
  text('zip', 'address.zip', 10, 'ZIP code, kept as text', ['85701', '97201']),
  text('country', 'address.country', 2, 'two-letter code; state and ZIP are checked for US', ['US', 'US']),
  text('phone', 'phone', 25, 'its phone number', ['520-555-0142', '']),
  text('fax', 'fax', 25, 'its fax number'),
  text('contact_first_name', 'contact.firstName', 255, 'first name of its primary contact'),
  text('contact_last_name', 'contact.lastName', 255, 'last name of its primary contact'),
  text('contact_title', 'contact.title', 255, 'title of its primary contact', ['Director', '']),
  text('contact_email', 'contact.email', 255, 'e-mail address of its primary contact', [
    'office@lakeside.example',
    'desk@hilltop.example',
  ]),
  text('contact_phone', 'contact.phone', 25, 'phone number of its primary contact'),
  text('contact_fax', 'contact.fax', 25, 'fax number of its primary contact'),
  flag('carequality_participating', 'carequality.isParticipating', 'whether it may have directory entries'),
  text('carequality_oid', 'carequality.organizationOid', 255, 'its OID in Carequality'),
  {
    name: 'carequality_responder_type',
    kind: { allowed: responderTypes },
    field: 'carequality.responderType',
    summary: 'its role in Carequality',
    examples: ['', ''],
  },
  flag('qhin_participating', 'qhin.isParticipating', 'whether it takes part in TEFCA exchange'),
  text('qhin_name', 'qhin.qhinName', 255, 'name of its QHIN'),
  {
    name: 'qhin_entity_type',
    kind: { allowed: entityTypes },
    field: 'qhin.entityType',
    summary: 'its type in TEFCA exchange',
    examples: ['', ''],
  },
  text('qhin_participant_oid', 'qhin.participantOid', 255, 'its OID in TEFCA exchange; unique among organizations'),
  text('qhin_parent_oid', 'qhin.parentOid', 255, 'OID of its parent in TEFCA exchange'),
  flag('direct_enabled', 'direct.isEnabled', 'whether it may have direct addresses'),
  reference('direct_provider_id', 'direct.providerId', 'its provider of direct messaging: carepost sources list'),
  {
    name: 'direct_max_addresses',
    kind: 'number',
    keeps: true,
    min: 0,
    max: maxAddressesMost,
    field: 'direct.maxAddresses',
    summary: 'maximum number of direct addresses',
    examples: ['', ''],
  },
  {
    ...text('direct_records_name', 'direct.recordsName', 64, 'local part of its default records address'),
    keeps: true,
  },
  flag('password_sign_in', 'settings.passwordSignIn', 'whether its users may sign in with a password'),
  list(
    'notification_emails',
    'settings.notificationEmails',
    255,
    'recipients of a copy of each e-mail to its primary contact',
    ['', 'billing@hilltop.example|owner@hilltop.example'],
  ),
  list('allowed_ip_addresses', 'allowedIpAddresses', 15, 'the only IPv4 addresses from which its users may connect'),
];

/** Its name: every organization has one. */
export const nameColumn: Column = {
  name: 'name',
  kind: 'text',
  keeps: true,
  maxLength: 255,
  field: 'name',
  summary: 'its name',
  examples: ['Lakeside Clinic', 'Hilltop Practice'],
};

/** Users and mail find the organization by it. */
export const subdomainColumn: Column = {
  name: 'subdomain',
  kind: 'text',
  maxLength: 63,
  field: 'subdomain',
  summary: 'letters, digits and inner hyphens; unique among organizations',
  examples: ['lakeside-clinic', 'hilltop-practice'],
};

/** All columns of the record, in the order of filled templates. */
export const recordColumns: readonly Column[] = [nameColumn, subdomainColumn, ...organizationColumns];

const columnNamed = new Map(recordColumns.map((column) => [column.name, column]));
const columnWithField = new Map(recordColumns.map((column) => [column.field, column]));

/** Whether a column writes a field of the record. */
export const isRecordColumn = (column: string): boolean => columnNamed.has(column);

/** Field of the record that a column writes. */
export const fieldOf = (column: string): string => columnNamed.get(column)?.field ?? column;

/** Column of a field of the record; null where none writes it. */
export const columnOf = (field: string): string | null => columnWithField.get(field)?.name ?? null;

/** Columns that hold lists: what clears them is an empty list. */
export const isListColumn = (column: string): boolean => columnNamed.get(column)?.kind === 'list';
