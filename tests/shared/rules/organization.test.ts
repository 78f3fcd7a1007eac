import { describe, expect, it, test } from 'vitest';
import { addressLimitProblem, cancellationOf, organizationProblems } from '../../../shared/rules/organization.ts';

const complete = {
  name: 'Boise Family Clinic',
  subdomain: 'boise-family',
  numberOfUsers: 4,
  npi: '1234567893',
  homeCommunityId: 'urn:oid:2.16.840.1.113883.3.99',
  ssoUrl: 'https://sso.example.org/saml',
  phone: '(208) 555-1234',
  fax: '208-555-9999',
  address: { street: '12 Main St', city: 'Boise', state: 'ID', zip: '83702-1234', country: 'US' },
  contact: {
    firstName: 'Ann',
    lastName: 'Lee',
    title: 'CEO',
    email: 'ann@example.org',
    phone: '2085551234',
    fax: '2085559999',
  },
};

describe('an organization', () => {
  it('has no problem if all fields are valid', () => {
    expect(organizationProblems(complete)).toEqual({});
    expect(organizationProblems(complete, 'new')).toEqual({});
  });

  it('needs only its name, whichever empty value its other fields have', () => {
    expect(organizationProblems({ name: 'X' })).toEqual({});
    const empty = { name: 'X', subdomain: '', npi: null, phone: ' ', address: null, contact: { email: '' } };
    expect(organizationProblems(empty)).toEqual({});
  });

  test.each([
    ['name', { name: ' ' }, 'Name is required.'],
    ['name', { name: null }, 'Name is required.'],
    [
      'subdomain',
      { subdomain: 'a b' },
      'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
    ],
    ['numberOfUsers', { numberOfUsers: 0 }, 'Number of users must be a whole number of at least 1.'],
    ['numberOfUsers', { numberOfUsers: 1.5 }, 'Number of users must be a whole number of at least 1.'],
    ['numberOfUsers', { numberOfUsers: 'many' }, 'Number of users must be a whole number of at least 1.'],
    ['numberOfUsers', { numberOfUsers: '' }, 'Number of users is required.'],
    ['npi', { npi: '1234567890' }, 'Enter a valid NPI: 10 digits, or 15 digits starting with 80840.'],
    ['homeCommunityId', { homeCommunityId: 'abc' }, 'Enter a valid OID, such as 2.16.840.1.113883.3.1234.'],
    ['ssoUrl', { ssoUrl: 'http://sso.example.org' }, 'Please enter a valid value for this field.'],
    ['phone', { phone: '555' }, 'Enter a valid phone number with 10 digits.'],
    ['fax', { fax: '555' }, 'Enter a valid fax number with 10 to 13 digits.'],
    ['address.street', { address: { street: 'P.O. Box 12' } }, 'Street address cannot be a P.O. Box'],
    ['address.state', { address: { state: 'XX' } }, 'Choose a state from the list.'],
    ['address.state', { address: { state: 'XX', country: 'US' } }, 'Choose a state from the list.'],
    ['address.zip', { address: { zip: '837' } }, 'Enter a valid ZIP code: 5 or 9 digits.'],
    ['address.country', { address: { country: 'usa' } }, 'Enter the two-letter country code.'],
    ['contact.email', { contact: { email: 'ann@' } }, 'Enter a valid e-mail address.'],
    ['contact.phone', { contact: { phone: '1' } }, 'Enter a valid phone number with 10 digits.'],
    ['contact.fax', { contact: { fax: '1' } }, 'Enter a valid fax number with 10 to 13 digits.'],
  ])('is told about its %s when given %j', (field, change, text) => {
    expect(organizationProblems({ ...complete, ...change })).toEqual({ [field]: [text] });
  });

  it('may have any state and postal code abroad', () => {
    expect(organizationProblems({ ...complete, address: { state: 'ON', zip: 'K1A 0B1', country: 'CA' } })).toEqual({});
  });

  it('needs a subdomain when it is new', () => {
    expect(Object.keys(organizationProblems({ name: 'X' }, 'new'))).toEqual(['subdomain']);
  });

  it('keeps what a change leaves out, but cannot lose its name', () => {
    expect(organizationProblems({ phone: '2085551234' }, 'change')).toEqual({});
    expect(Object.keys(organizationProblems({ name: '' }, 'change'))).toEqual(['name']);
    expect(Object.keys(organizationProblems({}))).toEqual(['name']);
  });
});

describe('a cancellation', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  test.each([
    [{}, 'none'],
    [{ cancelAt: null, cancelRequestedAt: null }, 'none'],
    [{ cancelRequestedAt: '2026-02-01T00:00:00Z' }, 'canceling'],
    [{ cancelAt: '2026-03-01T12:00:01Z' }, 'canceling'],
    [{ cancelAt: '2026-03-01T12:00:00Z', cancelRequestedAt: '2026-02-01T00:00:00Z' }, 'canceled'],
    [{ cancelAt: new Date('2025-01-01') }, 'canceled'],
  ])('of %j is %s', (dates, state) => {
    expect(cancellationOf(dates, now)).toBe(state);
  });
});

it('a service account keeps room for the addresses it has', () => {
  expect(addressLimitProblem(3, 4)).toBe('The number of Allowed Addresses cannot be lower than 4');
  expect(addressLimitProblem(4, 4)).toBeNull();
});
