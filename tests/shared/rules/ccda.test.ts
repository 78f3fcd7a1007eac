import { describe, expect, test } from 'vitest';
import {
  arrangedIndexes,
  compareCells,
  hl7Day,
  hl7Time,
  identifierMask,
  maskIdentifier,
  moveSection,
  noArrangement,
  nullFlavorText,
  readArrangement,
} from '../../../shared/rules/ccda.ts';

const sorted = (cells: string[], direction: 'ascending' | 'descending' = 'ascending') =>
  [...cells].sort((a, b) => compareCells(a, b, direction));

describe('times of HL7', () => {
  test.each([
    ['20120815103000-0500', '08/15/2012 10:30 -0500'],
    ['20120815', '08/15/2012'],
    ['201208150000', '08/15/2012'],
    ['201208', '08/2012'],
    ['2012', '2012'],
    ['about 1990', 'about 1990'],
  ])('%s is shown as %s', (value, text) => expect(hl7Time(value)).toBe(text));

  test('a birth date is a day', () => expect(hl7Day('19430903120000')).toBe('09/03/1943'));
});

describe('columns are sorted', () => {
  test('by day, however dates are written', () => {
    const days = ['2009-12-31', 'Feb 1, 2010', '1 March 2010', '03/02/2010 9:00 AM', '03/02/2010 1:00 PM', '20110101'];
    expect(sorted([...days].reverse())).toEqual(days);
  });
  test('by size, with units, signs and thousands', () => {
    expect(sorted(['1,000', '<5', '12.5 mg', '-3', '100 mg/dL'])).toEqual([
      '-3',
      '<5',
      '12.5 mg',
      '100 mg/dL',
      '1,000',
    ]);
  });
  test('alphabetically, with empty values last in both directions', () => {
    expect(sorted(['b', '', 'A', '--', 'c'])).toEqual(['A', 'b', 'c', '', '--']);
    expect(sorted(['b', '', 'A', 'c'], 'descending')).toEqual(['c', 'b', 'A', '']);
  });
});

describe('identifiers', () => {
  test('show their last digits only if they are long enough to stay masked', () => {
    expect([maskIdentifier('123-45-6789'), maskIdentifier('12345')]).toEqual(['••••6789', '•••••']);
  });
  test('are masked within a text', () => {
    const mask = identifierMask(['MRN.7781', '1']);
    expect(mask('MRN.7781, tel 555-123-4567, 1 tablet, MRNx7781')).toBe(
      '••••••••, tel 555-123-4567, 1 tablet, MRNx7781',
    );
  });
});

describe('the arrangement of sections', () => {
  const codes = ['48765-2', null, '10160-0', '47519-4'];
  test('puts ordered codes first and keeps the order of the others', () => {
    expect(arrangedIndexes(codes, { ...noArrangement, order: ['47519-4', '10160-0'] })).toEqual([3, 2, 0, 1]);
  });
  test('moves a section by one place and no further than the ends', () => {
    const all = ['a', 'b', 'c'];
    expect(moveSection(noArrangement, all, 'c', -1).order).toEqual(['a', 'c', 'b']);
    expect(moveSection(noArrangement, all, 'a', -1)).toBe(noArrangement);
  });
  test('is read from any stored JSON, section codes only', () => {
    expect(readArrangement({ hidden: ['10160-0', 'Ann Example', 5], order: 'x', first: -1 })).toEqual({
      hidden: ['10160-0'],
      order: [],
      first: null,
    });
    expect([readArrangement(null), readArrangement('x')]).toEqual([noArrangement, noArrangement]);
  });
});

test('the error names the missing values', () => {
  expect([nullFlavorText('UNK'), nullFlavorText('ni'), nullFlavorText('??')]).toEqual([
    'Unknown',
    'No information',
    'No information',
  ]);
});
