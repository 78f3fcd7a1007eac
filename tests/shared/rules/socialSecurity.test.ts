import { describe, expect, test } from 'vitest';
import {
  isSsnRoot,
  maskSsn,
  maskSsns,
  ssnMask,
  ssnOf,
  ssnsInTable,
  ssnsOfHl7,
} from '../../../shared/rules/socialSecurity.ts';

test('a social security number is nine digits in any grouping; other values under its root are none', () => {
  expect(['048-27-9873', '048279873', '048 27 9873', 'PSSN048279873'].map(ssnOf)).toEqual(
    Array.from({ length: 4 }, () => '048279873'),
  );
  const others = ['Unknown', '23103', '2.16.840.1.113883.4.1', 'MUBatJer', '123-101-5230', '***-**-9873', ''];
  expect(others.map(ssnOf)).toEqual(others.map(() => null));
  expect(maskSsn('048279873')).toBe('***-**-9873');
  expect(['2.16.840.1.113883.4.1', ' urn:oid:2.16.840.1.113883.4.1', '2.16.840.1.113883.4.19'].map(isSsnRoot)).toEqual([
    true,
    true,
    false,
  ]);
});

describe('in a text', () => {
  const mask = ssnMask(['048-27-9873', '123-101-5230', '***-**-4444']);

  test.each([
    ['048279873', '*****9873'],
    ['id 048 27 9873.', 'id *** ** 9873.'],
    ['048.27.9873', '***.**.9873'],
    ['048–27–9873', '***–**–9873'],
    ['04-8279873', '**-***9873'],
    ['048/279/873', '***/**9/873'],
    ['1234 048-27-9873 55', '1234 ***-**-9873 55'],
    ['6789 04827 9873', '6789 ***** 9873'],
    ['X048279873Y', 'X*****9873Y'],
    ['a mistyped 123-101-5230', 'a mistyped ***-***-5230'],
  ])('the known number is masked in any form: %s', (text, masked) => expect(mask(text)).toBe(masked));

  test.each([
    ['987-65-4321', '***-**-4321'],
    ['SSN: 987654321', 'SSN: *****4321'],
    ['his ssn is 987 65 4321', 'his ssn is *** ** 4321'],
    ['Social Security Number (SSN) 987654321', 'Social Security Number (SSN) *****4321'],
    [
      '<id root="2.16.840.1.113883.4.1" extension="987654321"/>',
      '<id root="2.16.840.1.113883.4.1" extension="*****4321"/>',
    ],
    [
      '<id extension="987654321" root="2.16.840.1.113883.4.1"/>',
      '<id extension="*****4321" root="2.16.840.1.113883.4.1"/>',
    ],
    [
      '{"system":"http://hl7.org/fhir/sid/us-ssn","value":"987654321"}',
      '{"system":"http://hl7.org/fhir/sid/us-ssn","value":"*****4321"}',
    ],
    ['987654444', '*****4444'],
  ])('a number is recognized by its form, its label or its last digits: %s', (text, masked) =>
    expect(mask(text)).toBe(masked),
  );

  test.each([
    '1048279873',
    'tel 555-123-4567',
    'MRN 987654321',
    '1-987-65-4321',
    'SSN: unknown, MRN: 123456789',
    '99707-1234',
    'BP 120 80 2012',
    '<id root="2.16.840.1.113883.4.10" extension="987654321"/>',
  ])('other numbers stay: %s', (text) => expect(mask(text)).toBe(text));

  test('a number that is labeled once is masked everywhere', () => {
    expect(maskSsns('SSN 987654321, chart 987 65 4321')).toBe('SSN *****4321, chart *** ** 4321');
  });

  test('a long text is masked in linear time', () => {
    const texts = ['1 2 3 4 5 6 7 8 9 ', '987654321 ', 'ssn ssn ', '-'].map((part) => part.repeat(200_000));
    const started = performance.now();
    for (const text of texts) expect(mask(text)).toHaveLength(text.length);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

test('a column or a cell that is labeled has them', () => {
  expect(ssnsInTable(['Name', 'SSN', 'MRN'], [['Ann', '987654321', '123456789']])).toEqual(['987654321']);
  expect(ssnsInTable([], [['Social Security No.', '987-65-4321']])).toEqual(['987654321']);
});

test('an HL7 message has them in PID-19, in identifiers of type SS and of their root, of other people, and labeled', () => {
  const message = [
    'MSH|^~\\&|A|B|C|D|2026||ADT^A01|1|P|2.5',
    'PID|1|2^^^X^SS|3^^^X^MR~4^^^SSA&2.16.840.1.113883.4.1&ISO^PN||||||||||||||||5',
    'GT1|1|||||||||||6',
    'NK1|1||||||||||||||||||||||||||||||||||||7',
    'OBX|1|ST|1^SSN||987654321',
  ].join('\r');
  expect(ssnsOfHl7(message)).toEqual(['2', '4', '5', '6', '7', '987654321']);
  expect(ssnsOfHl7(message.replaceAll('|', '#'))).toEqual(ssnsOfHl7(message));
  expect(ssnsOfHl7('just a text')).toEqual([]);
});
