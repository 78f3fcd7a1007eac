import { expect, test } from 'vitest';
import { directAddressProblem, isPoBox, isZip, poBoxText } from '../../../shared/rules/address.ts';
import { isInitiatorOnly, oidValueProblem, responderTypes } from '../../../shared/rules/carequality.ts';
import {
  directoryEntryFor,
  directoryEntryProblems,
  requiredEntryFields,
} from '../../../shared/rules/directoryEntry.ts';
import { isZipStart } from '../../../shared/rules/directory.ts';
import { isFax } from '../../../shared/rules/fax.ts';
import { isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { isNpi } from '../../../shared/rules/npi.ts';
import * as organization from '../../../shared/rules/organization.ts';
import { isPhone } from '../../../shared/rules/phone.ts';
import { freePlanUserLimit, planAllows, plansFor, unlimitedUsers } from '../../../shared/rules/plan.ts';
import { mayChooseReseller, resellerChange } from '../../../shared/rules/reseller.ts';
import { invalidValueText, isSecureUrl } from '../../../shared/rules/secureUrl.ts';
import { subdomainProblem, subdomainText } from '../../../shared/rules/subdomain.ts';

type Rule = readonly [rule: string, found: unknown, expected: unknown];

const affiliate = { id: 'a', type: 0 } as const;
const licensing = { id: 'l', type: 1 } as const;
const plans = [
  { id: 'small', allowedUsers: 3 },
  { id: 'large', allowedUsers: 50 },
  { id: 'open', allowedUsers: -1 },
];
const now = new Date('2026-03-01T00:00:00Z');
const licensed = (numberOfUsers: number) => ({ planId: 'small', reseller: licensing, numberOfUsers });

/** Spec 1 section 4, as far as organizations are concerned, rule by rule in its order. */
const transitions: Rule[] = [
  ['activation creates the default records address unless unticked', organization.seedRecordsDefault, true],
  ['no cancellation', organization.cancellationOf({}, now), 'none'],
  [
    'a cancellation that lies ahead is pending',
    organization.cancellationOf({ cancelAt: '2026-03-02' }, now),
    'canceling',
  ],
  ['a cancellation that lies behind is done', organization.cancellationOf({ cancelAt: '2026-02-28' }, now), 'canceled'],
  [
    'responder type InitiatorOnly alone sets initiatorOnly',
    responderTypes.filter((type) => isInitiatorOnly(type)),
    ['InitiatorOnly'],
  ],
  [
    'removing the licensing reseller resets to the free plan: reseller and plan cleared',
    resellerChange(licensed(3), null, plans),
    {
      blocked: null,
      warning: 'Removing a Licensing Reseller will reset the organization to a Free Plan.',
      resellerId: null,
      planId: null,
    },
  ],
  [
    'which is blocked with more than 3 users',
    resellerChange(licensed(4), null, plans).blocked,
    "Can't remove Licenser because this organization exceeds the user limit for the free plan.",
  ],
  ['the reseller can be set without a plan', mayChooseReseller({ planId: null, reseller: affiliate }), true],
  ['the reseller can be set with a licensing reseller', mayChooseReseller(licensed(1)), true],
  ['else it cannot', mayChooseReseller({ planId: 'small', reseller: affiliate }), false],
  [
    'else an affiliate change warns of the card payment provider',
    resellerChange({ planId: 'small', reseller: null, numberOfUsers: 9 }, affiliate, plans).warning,
    'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.',
  ],
  [
    'a licensing reseller with no plan selects the first plan that fits',
    resellerChange({ planId: null, reseller: null, numberOfUsers: 4 }, licensing, plans).planId,
    'large',
  ],
  ['plans are those that allow the users, or unlimited', plansFor(plans, 4).map(({ id }) => id), ['large', 'open']],
  ['-1 means unlimited', [unlimitedUsers, planAllows({ allowedUsers: -1 }, 1_000_000)], [-1, true]],
  ['the free plan allows 3 users', [freePlanUserLimit, planAllows(null, 3), planAllows(null, 4)], [3, true, false]],
];

const entry = {
  organizationId: '2.16.840.1',
  displayName: 'A',
  address: '1 Main',
  city: 'Mesa',
  state: 'AZ',
  zipCode: '85201',
};

/** Spec 1 section 5. */
const validations: Rule[] = [
  ['an invalid form says so', organization.requiredFieldsText, 'Please fill out all required fields.'],
  ['the name is required', organization.organizationProblems({ name: '' }), { name: ['Name is required.'] }],
  [
    'a wrong subdomain has one text',
    subdomainText,
    'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.',
  ],
  ['an empty subdomain is none', subdomainProblem(''), subdomainText],
  [
    'a new organization needs a subdomain',
    organization.organizationProblems({ name: 'A' }, 'new'),
    { subdomain: [subdomainText] },
  ],
  [
    'the address count of a service account is not below its registered addresses',
    [1, 2, 3].map((limit) => organization.addressLimitProblem(limit, 2)),
    ['The number of Allowed Addresses cannot be lower than 2', null, null],
  ],
  ['an alternate OID is required', oidValueProblem(' '), 'Value is required.'],
  [
    'an alternate OID has at most 255 characters',
    [255, 256].map((size) => oidValueProblem('1'.repeat(size)) === null),
    [true, false],
  ],
  [
    'a directory entry requires responder type, OrganizationId, display name, street, city, state, zip, country',
    [Object.keys(directoryEntryProblems({})).sort(), Object.keys(requiredEntryFields).sort()],
    Array.from({ length: 2 }, () =>
      ['address', 'city', 'country', 'displayName', 'organizationId', 'responderType', 'state', 'zipCode'].sort(),
    ),
  ],
  [
    'HomeCommunityId, legal name, other names and parent are optional',
    directoryEntryProblems({ ...entry, responderType: 'DirectResponder', country: 'US' }),
    {},
  ],
  [
    'the state of a directory entry is of the US list',
    Object.keys(directoryEntryProblems({ ...entry, responderType: 'DirectResponder', country: 'US', state: 'XX' })),
    ['state'],
  ],
  ['the country defaults to US', directoryEntryFor({}).country, 'US'],
  [
    'a new entry is prefilled from the organization',
    directoryEntryFor({ name: 'A', address: { street: '1 Main', city: 'Mesa', state: 'AZ', zip: '85201' } }),
    expect.objectContaining({ displayName: 'A', address: '1 Main', city: 'Mesa', state: 'AZ', zipCode: '85201' }),
  ],
];

/** Spec 3 section 5, the validators that organizations use. */
const validators: Rule[] = [
  ['direct address characters', directAddressProblem('a b'), 'Direct Address contains invalid character.'],
  ['no consecutive periods', directAddressProblem('a..b'), "Direct Address can't have consecutive period character."],
  ['no period outside', directAddressProblem('a.'), "Direct Address can't start or end with period character."],
  ['all characters allowed', directAddressProblem("aZ0.!#$_%&/`'|{}=?*+^~-"), null],
  ['IPv4 dotted form', ['203.0.113.7', '256.0.0.1', '::1', '1.2.3'].map(isIpAddress), [true, false, false, false]],
  [
    'secure URL: https, or http on a local development host',
    ['https://a.example', 'http://localhost:3000', 'http://a.example', 'ftp://a.example'].map(isSecureUrl),
    [true, true, false, false],
  ],
  ['default text of a wrong value', invalidValueText, 'Please enter a valid value for this field.'],
  [
    'NPI: 10 digits, or 15 starting 80840, with a Luhn check',
    ['1234567893', '808401234567893', '1234567890', '12345678930'].map(isNpi),
    [true, true, false, false],
  ],
  ['telephone: 10 digits', ['(602) 555-0100', '1-602-555-0100', '555-0100'].map(isPhone), [true, true, false]],
  [
    'fax: 10 to 13 digits',
    ['602-555-0100', '6025550100123', '60255501001234', '555'].map(isFax),
    [true, true, false, false],
  ],
  ['zip: 5 or 9 digits', ['85201', '85201-1234', '8520'].map(isZip), [true, true, false]],
  [
    'zip as it is typed',
    ['8', '8520', '85201-', '852011', '8520-', ''].map(isZipStart),
    [true, true, true, true, false, false],
  ],
  [
    'no P.O. Box',
    [isPoBox('P.O. Box 7'), isPoBox('7 Box Lane'), poBoxText],
    [true, false, 'Street address cannot be a P.O. Box'],
  ],
];

test.each([...transitions, ...validations, ...validators])('%s', (_rule, match, expected) => {
  expect(match).toEqual(expected);
});
