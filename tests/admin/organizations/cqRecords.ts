import type { AlternateOid, DirectoryEntry, ImportResult } from '../../../shared/contract/carequality.ts';
import { organization } from './records.ts';

/** An alternate OID; what a test does not care about is ordinary. */
export const oid = (overrides: Partial<AlternateOid> = {}): AlternateOid => ({
  id: '018f0000-0000-7000-8000-00000000000a',
  organizationId: organization().id,
  value: '2.16.840.1.113883.3.100',
  isDefault: false,
  version: 1,
  ...overrides,
});

export const entry = (overrides: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id: '018f0000-0000-7000-8000-00000000000e',
  responderType: 'DirectResponder',
  organizationId: '2.16.840.1.113883.3.9000',
  homeCommunityId: null,
  displayName: 'Aspen Grove Repository',
  legalName: null,
  otherNames: [],
  parentOrgId: null,
  purposeOfUseCodes: ['TREATMENT'],
  address: '12 Aspen Way',
  city: 'Boulder',
  state: 'CO',
  zipCode: '80301',
  country: 'US',
  isActive: true,
  initiatorOnly: false,
  isParent: false,
  version: 4,
  importedAt: null,
  driftedFields: [],
  ...overrides,
});

export const result = (overrides: Partial<ImportResult> = {}): ImportResult => ({
  oid: '2.16.840.1.113883.3.9000',
  outcome: 'unchanged',
  entryId: null,
  displayName: 'Aspen Grove Repository',
  message: null,
  changes: [],
  ...overrides,
});
