import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isOid } from '../../../shared/rules/carequality.ts';
import { formatGuid, guidFormats } from '../../../shared/rules/guid.ts';
import { isNpi } from '../../../shared/rules/npi.ts';
import { normaliseSubdomain, subdomainProblem } from '../../../shared/rules/subdomain.ts';

describe('an NPI', () => {
  test.each([
    ['1234567893', true],
    ['808401234567893', true],
    ['1234567890', false],
    ['123456789', false],
    ['12345678934', false],
    ['808411234567893', false],
    ['12345-6789', false],
    ['１２３４５６７８９３', false],
    ['', false],
  ])('%s: %s', (value, valid) => {
    expect(isNpi(value)).toBe(valid);
  });

  const nineDigits = fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String);

  it('has exactly one right check digit, in both forms alike', () => {
    fc.assert(
      fc.property(nineDigits, (start) => {
        const right = Array.from('0123456789').filter((digit) => isNpi(start + digit));
        expect(right).toHaveLength(1);
        expect(Array.from('0123456789').filter((digit) => isNpi(`80840${start}${digit}`))).toEqual(right);
      }),
    );
  });

  it('is refused with any single digit mistyped', () => {
    const valid = nineDigits.map((start) => start + Array.from('0123456789').find((digit) => isNpi(start + digit)));
    fc.assert(
      fc.property(valid, fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }), (npi, position, shift) => {
        const mistyped = (Number(npi[position]) + shift) % 10;
        expect(isNpi(npi.slice(0, position) + mistyped + npi.slice(position + 1))).toBe(false);
      }),
    );
  });
});

describe('a GUID', () => {
  const uuid = '0193abcd-1234-7abc-8def-0123456789ab';

  test.each([
    ['D', false, '0193abcd-1234-7abc-8def-0123456789ab'],
    ['N', false, '0193abcd12347abc8def0123456789ab'],
    ['B', false, '{0193abcd-1234-7abc-8def-0123456789ab}'],
    ['P', false, '(0193abcd-1234-7abc-8def-0123456789ab)'],
    ['D', true, '0193ABCD-1234-7ABC-8DEF-0123456789AB'],
    ['B', true, '{0193ABCD-1234-7ABC-8DEF-0123456789AB}'],
  ] as const)('in format %s, upper case %s, is %s', (format, toUpper, text) => {
    expect(formatGuid(uuid, format, toUpper)).toBe(text);
  });

  it('is parsed from every format', () => {
    const formats = fc.constantFrom(...guidFormats);
    fc.assert(
      fc.property(fc.uuid(), formats, fc.boolean(), (value, format, toUpper) => {
        expect(formatGuid(formatGuid(value, format, toUpper), 'D', false)).toBe(value);
      }),
    );
  });

  it('is not made of anything else', () => {
    expect(() => formatGuid('0193abcd', 'D', false)).toThrow(RangeError);
  });
});

describe('a subdomain', () => {
  const text =
    'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.';

  test.each(['a', 'acme', 'acme-2', '0', ' Acme ', 'a'.repeat(63), 'a--b'])('can be %j', (value) => {
    expect(subdomainProblem(value)).toBeNull();
  });

  test.each(['', ' ', '-a', 'a-', 'a.b', 'a_b', 'a b', 'xn--caf-dma', 'XN--x', 'café', 'a'.repeat(64), 'a/b', 'а'])(
    'cannot be %j',
    (value) => {
      expect(subdomainProblem(value)).toBe(text);
    },
  );

  it('has one stored form', () => {
    expect(normaliseSubdomain('  ACME-West ')).toBe('acme-west');
  });
});

describe('an OID', () => {
  test.each(['2.16.840.1.113883', 'urn:oid:2.16.840.1', '1.3', '0.39', '2.999', '1.3.0'])('can be %s', (value) => {
    expect(isOid(value)).toBe(true);
  });

  test.each([
    '',
    '2',
    '3.1',
    '1.40',
    '2.01',
    '2..1',
    '2.16.',
    '.2.16',
    'oid:2.16',
    'URN:OID:2.16',
    '2.16 ',
    '2.x',
    `2.16${'.1'.repeat(130)}`,
  ])('cannot be %s', (value) => {
    expect(isOid(value)).toBe(false);
  });
});
