import { describe, expect, test } from 'vitest';
import { oidText, oidValueProblem, oidWarning, plainOid } from '../../../shared/rules/carequality.ts';
import {
  type DirectoryEntryFields,
  directoryEntryFor,
  directoryEntryProblems,
  ownParentText,
} from '../../../shared/rules/directoryEntry.ts';

const complete: DirectoryEntryFields = {
  responderType: 'DirectResponder',
  organizationId: '2.16.840.1.113883.3.1',
  displayName: 'Clinic',
  address: '1 Main Street',
  city: 'Phoenix',
  state: 'AZ',
  zipCode: '85001',
  country: 'US',
};

describe('the value of an alternate OID', () => {
  test.each([
    ['', 'Value is required.'],
    ['   ', 'Value is required.'],
    ['1'.repeat(256), 'Value must be at most 255 characters.'],
    ['1.2\u0007', 'Value must not contain control characters.'],
    ['1.2\u202e3', 'Value must not contain control characters.'],
    ['1'.repeat(255), null],
    ['anything at all', null],
  ])('%j: %j', (value, problem) => {
    expect(oidValueProblem(value)).toBe(problem);
  });

  test('a text that is no OID is accepted with a warning', () => {
    expect(oidWarning('anything at all')).toMatch(/not an OID/);
    expect(oidWarning('2.16.840.1.113883.3.1')).toBeNull();
    expect(oidWarning('urn:oid:1.2.3')).toBeNull();
    expect(oidWarning('')).toBeNull();
  });

  test('one identifier has one form', () => {
    expect(plainOid(' URN:OID:1.2.3 ')).toBe('1.2.3');
    expect(plainOid('1.2.3')).toBe('1.2.3');
  });
});

describe('a directory entry', () => {
  test('with all required fields is complete', () => {
    expect(directoryEntryProblems(complete)).toEqual({});
  });

  test.each([
    ['responderType', 'Responder type is required.'],
    ['organizationId', 'OrganizationId is required.'],
    ['displayName', 'Display name is required.'],
    ['address', 'Street is required.'],
    ['city', 'City is required.'],
    ['state', 'State is required.'],
    ['zipCode', 'Zip is required.'],
    ['country', 'Country is required.'],
  ] as const)('needs %s', (field, text) => {
    for (const nothing of [undefined, null, '', '  ']) {
      expect(directoryEntryProblems({ ...complete, [field]: nothing })[field]).toEqual([text]);
    }
  });

  test.each([
    [{ organizationId: 'x' }, { organizationId: [oidText] }],
    [{ homeCommunityId: '1.2.x' }, { homeCommunityId: [oidText] }],
    [{ parentOrgId: 'urn:oid:' }, { parentOrgId: [oidText] }],
    [{ parentOrgId: 'urn:oid:2.16.840.1.113883.3.1' }, { parentOrgId: [ownParentText] }],
    [{ responderType: 'PassThrough' }, { responderType: ['Choose a responder type from the list.'] }],
    [{ state: 'ZZ' }, { state: ['Choose a state from the list.'] }],
    [{ zipCode: '123' }, { zipCode: ['Enter a valid ZIP code: 5 or 9 digits.'] }],
    [{ country: 'USA' }, { country: ['Enter the two-letter country code.'] }],
    [{ country: 'CA', state: 'ON', zipCode: 'K1A 0B1' }, {}],
  ])('%j gives %j', (fields, problems) => {
    expect(directoryEntryProblems({ ...complete, ...fields })).toEqual(problems);
  });

  test('of a stored one only changed fields are validated', () => {
    const imported = { ...complete, address: '', city: null, state: 'Arizona', zipCode: undefined };
    expect(directoryEntryProblems(imported, imported)).toEqual({});
    expect(directoryEntryProblems({ ...imported, address: ' ', city: '' }, imported)).toEqual({});
    expect(directoryEntryProblems({ ...imported, zipCode: '1', displayName: '' }, imported)).toEqual({
      zipCode: ['Enter a valid ZIP code: 5 or 9 digits.'],
      displayName: ['Display name is required.'],
    });
  });

  test('a new one starts with the data of the organization', () => {
    const organization = {
      name: 'Clinic',
      homeCommunityId: 'urn:oid:1.2.3',
      address: { street: '1 Main Street', city: 'Phoenix', state: 'AZ', zip: '85001', country: null },
      carequality: { organizationOid: '1.2.3.4', responderType: 'GatewayMember' as const },
    };
    const entry = directoryEntryFor(organization);
    expect(entry).toMatchObject({
      displayName: 'Clinic',
      organizationId: '1.2.3.4',
      homeCommunityId: '1.2.3',
      responderType: 'GatewayMember',
      country: 'US',
      isActive: true,
    });
    expect(directoryEntryProblems(entry)).toEqual({});
    expect(directoryEntryFor({})).toMatchObject({ responderType: null, organizationId: '', country: 'US' });
  });
});
