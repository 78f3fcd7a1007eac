import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { directAddressProblem, isPoBox, isZip } from '../../../shared/rules/address.ts';
import { isEmail } from '../../../shared/rules/email.ts';
import { displayAddress, faxDigits, faxList, formatFax, isFax } from '../../../shared/rules/fax.ts';
import { isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { formatPhone, isPhone, isTollFree } from '../../../shared/rules/phone.ts';
import { isSecureUrl } from '../../../shared/rules/secureUrl.ts';
import { isStateCode, states } from '../../../shared/rules/states.ts';

const table = (isValid: (value: string) => boolean, good: string[], bad: string[]) => {
  test.each(good)('takes %j', (value) => expect(isValid(value)).toBe(true));
  test.each(bad)('refuses %j', (value) => expect(isValid(value)).toBe(false));
};

describe('a phone number', () => {
  table(
    isPhone,
    ['2085551234', '(208) 555-1234', '208.555.1234', '1 208 555 1234', '1-208-555-1234'],
    ['', '208555123', '20855512345', '2-208-555-1234', '208-555-1234 x5', '+1 208 555 1234', '208/555/1234'],
  );

  it('is shown as (xxx) xxx-xxxx with 10 digits and as nothing otherwise', () => {
    expect(formatPhone('208.555.1234')).toBe('(208) 555-1234');
    expect(formatPhone('12085551234')).toBe('');
    expect(formatPhone('555')).toBe('');
  });

  it('stays the same when its displayed form is typed in again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
        expect(isPhone(formatPhone(digits))).toBe(true);
        expect(formatPhone(formatPhone(digits))).toBe(formatPhone(digits));
      }),
    );
  });

  test.each(['800', '888', '877', '866', '855', '844'])('is toll-free under %s', (prefix) => {
    expect(isTollFree(`(${prefix}) 555-1234`)).toBe(true);
    expect(isTollFree(`1${prefix}5551234`)).toBe(true);
  });

  it('is not toll-free if 800 is not its area code', () => {
    expect(isTollFree('208-800-1234')).toBe(false);
    expect(isTollFree('833-555-1234')).toBe(false);
  });
});

describe('a fax number', () => {
  test.each([
    ['2085551234', '208-555-1234'],
    ['(208) 555 1234', '208-555-1234'],
    ['12085551234', '1-208-555-1234'],
    ['442085551234', '44-208-555-1234'],
    ['4402085551234', '440-208-555-1234'],
    ['208555123', '208555123'],
    ['44020855512345', '44020855512345'],
  ])('%s is shown as %s', (typed, visible) => {
    expect(formatFax(typed)).toBe(visible);
  });

  test.each([
    ['+1 (603) 555-0133', '6035550133'],
    ['603.555.0133', '6035550133'],
    ['+44 208 555 1234', '442085551234'],
  ])('keeps %s as %s, whatever form it came in', (typed, stored) => {
    expect(faxDigits(typed)).toBe(stored);
  });
  table(isFax, ['208-555-1234', '+44 208 555 1234'], ['', '555-1234', '44020855512345', '208-555-1234 ext']);

  it('keeps its digits when it is dashed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10,13}$/), (digits) => {
        expect(formatFax(digits)).toMatch(/^(\d{1,3}-)?\d{3}-\d{3}-\d{4}$/);
        expect(formatFax(digits).replaceAll('-', '')).toBe(digits);
      }),
    );
  });

  it('is dashed among addresses only when the address is nothing but digits', () => {
    expect(displayAddress('2085551234')).toBe('208-555-1234');
    expect(displayAddress('ann2085551234@direct.example')).toBe('ann2085551234@direct.example');
  });

  it('is read from a list line by line', () => {
    expect(faxList('(208) 555-1234\r\n\n1.208.555.9999 work\n---')).toEqual(['2085551234', '12085559999']);
  });
});

describe('a street', () => {
  test.each([
    'PO Box 12',
    'P.O. Box 12',
    'p. o. box 12',
    'P O B 12',
    'POB 12',
    'POBox12',
    ' Post Office Box 9',
    'Postal Office Box 9',
    'P.O.Box',
  ])('%j begins like a P.O. Box', (street) => expect(isPoBox(street)).toBe(true));
  test.each([
    '12 Main St',
    'Po Boxwood Lane',
    'Pobst Street',
    '12 Main St, PO Box 4',
    'Polk Street 5',
    'Post Road 3',
    '',
  ])('%j does not', (street) => expect(isPoBox(street)).toBe(false));
});

describe('a ZIP code', () => {
  table(
    isZip,
    ['83702', '83702-1234', '837021234'],
    ['', '8370', '837021', '83702-', '83702 1234', 'K1A 0B1', '837021234567'],
  );
});

describe('a direct address', () => {
  test.each([
    ['records', null],
    ["o'neil_9+x-y.z~!#$%&/`|{}=?*^", null],
    ['', null],
    ['a b', 'Direct Address contains invalid character.'],
    ['a@b', 'Direct Address contains invalid character.'],
    ['é', 'Direct Address contains invalid character.'],
    ['a..b', "Direct Address can't have consecutive period character."],
    ['.a', "Direct Address can't start or end with period character."],
    ['a.', "Direct Address can't start or end with period character."],
  ])('%j: %s', (value, problem) => {
    expect(directAddressProblem(value)).toBe(problem);
  });
});

describe('an e-mail address', () => {
  table(
    isEmail,
    ['ann@example.org', 'ann.o+tag@mail.example.co.uk', "o'neil@x-y.org"],
    [
      '',
      'ann',
      '@example.org',
      'ann@',
      'ann@example',
      'a b@example.org',
      'ann@@example.org',
      '.ann@example.org',
      'a..b@example.org',
      'ann@-x.org',
      'ann@example.org\n',
      'ann@example.org,bob@example.org',
      '<ann@example.org>',
      `${'a'.repeat(250)}@x.org`,
    ],
  );
});

describe('an IP address', () => {
  table(
    isIpAddress,
    ['0.0.0.0', '203.0.113.7', '255.255.255.255'],
    ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4/8', '::1', '1.2.3.4\n'],
  );

  it('takes every dotted quad of bytes', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isIpAddress(address)).toBe(true);
      }),
    );
  });
});

describe('a secure address', () => {
  table(
    isSecureUrl,
    ['https://sso.example.org/saml?x=1', 'http://localhost:8080/sso', 'http://127.0.0.1/', 'HTTPS://EXAMPLE.org'],
    [
      '',
      'http://example.org',
      'https:example.org',
      'https:/example.org',
      'https:///example.org',
      'ftp://example.org',
      'javascript:alert(1)',
      'https://user:pw@example.org',
      'https://',
      'https://a b',
      'http://localhost.example.org',
      '//example.org',
    ],
  );
});

describe('the list of states', () => {
  it('has 50 states, DC, 5 territories, 3 Pacific states and 3 armed forces regions, each code once', () => {
    expect(states).toHaveLength(62);
    expect(new Set(states.map((state) => state.code)).size).toBe(62);
    expect(states.every((state) => /^[A-Z]{2}$/.test(state.code) && /^[A-Z][A-Za-z ]+$/.test(state.name))).toBe(true);
  });

  test.each(['ID', 'DC', 'PR', 'GU', 'AS', 'MP', 'VI', 'FM', 'MH', 'PW', 'AA', 'AE', 'AP'])('knows %s', (code) => {
    expect(isStateCode(code)).toBe(true);
  });

  test.each(['', 'id', 'XX', 'ON', 'Idaho'])('does not know %j', (code) => {
    expect(isStateCode(code)).toBe(false);
  });
});
