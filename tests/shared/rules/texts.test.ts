import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  charactersProblem,
  hasAnyValue,
  isDigits,
  isWholeNumber,
  spaceProblem,
  uniqueProblem,
} from '../../../shared/rules/characters.ts';
import { activityFileName, exportFileName } from '../../../shared/rules/exportFile.ts';
import { extensionOf, isFileName, isProofFileType, isStructured } from '../../../shared/rules/fileName.ts';
import { displayAddresses, displayValues, truncate, cappedCount } from '../../../shared/rules/textDisplay.ts';
import { suggestedUsername, usernameAnswer } from '../../../shared/rules/username.ts';
import { anyText } from '../../support/arbitraries.ts';

describe('field rules', () => {
  it('name the characters that are not allowed, each once', () => {
    expect(charactersProblem("Ann O'Neil, M.D. (#1) ~ {x}")).toBeNull();
    expect(charactersProblem('a→b\t→')).toBe('Invalid characters in field: → \t');
  });

  it('require a blank', () => {
    expect(spaceProblem('Ann')).toBe('A space is required.');
    expect(spaceProblem(' Ann ')).toBe('A space is required.');
    expect(spaceProblem('Ann Lee')).toBeNull();
    expect(spaceProblem('')).toBeNull();
  });

  it('require a unique value', () => {
    expect(uniqueProblem(' ANN ', ['bob', 'ann'])).toBe('This value already exists.');
    expect(uniqueProblem('ann', ['bob'])).toBeNull();
    expect(uniqueProblem('bob', ['bob'], 'Taken.')).toBe('Taken.');
  });

  it('require at least one value', () => {
    expect(hasAnyValue(['', ' ', null, undefined])).toBe(false);
    expect(hasAnyValue(['', 'x'])).toBe(true);
  });

  it('accept digits or whole numbers', () => {
    expect(['12', '-12', '1.5', ''].map(isDigits)).toEqual([true, false, false, false]);
    expect(['12', '-12', '1.5', ''].map(isWholeNumber)).toEqual([true, true, false, false]);
  });
});

describe('a user name', () => {
  it('gets a message: invalid, taken or available', () => {
    expect(usernameAnswer('ann', false)).toBe('Username is not valid');
    expect(usernameAnswer('ann@example.org', true)).toBe('Username already exists');
    expect(usernameAnswer('ann@example.org', false)).toBe('Username is available');
  });

  test.each([
    ['ann@example.org (work)', 'ann@example.org'],
    [' ann@example.org, bob@example.org', 'ann@example.org'],
    ['ann@example.org.', 'ann@example.org'],
    ['Ann Lee <ann@example.org>', null],
    ['', null],
  ])('is suggested from %j as %s', (text, suggested) => {
    expect(suggestedUsername(text)).toBe(suggested);
  });
});

describe('a file name', () => {
  test.each(['scan_1-a b.PDF', 'x'])('can be %j', (name) => expect(isFileName(name)).toBe(true));
  test.each(['', ' ', 'a/b', 'a\\b', 'a:b', 'é.pdf', 'a\n'])('cannot be %j', (name) =>
    expect(isFileName(name)).toBe(false),
  );

  test.each([
    ['a.XML', 'xml', true],
    ['a.b.hl7', 'hl7', true],
    ['x.ccd', 'ccd', true],
    ['x.cda', 'cda', true],
    ['a.pdf', 'pdf', false],
    ['xml', '', false],
    ['.xml', '', false],
  ])('%j has the extension %j; structured: %s', (name, extension, structured) => {
    expect(extensionOf(name)).toBe(extension);
    expect(isStructured(name)).toBe(structured);
  });

  it('of a proof of identity belongs to an image or a PDF', () => {
    expect(['image/png', 'image/svg+xml', 'application/pdf', 'text/html', 'image/'].map(isProofFileType)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('shown text', () => {
  it('is cut after so many characters', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef');
    expect(truncate('abcdefg', 6)).toBe('abcdef…');
  });

  it('is never cut through a character, and is a start of the whole', () => {
    const family = '👩‍👩‍👧';
    expect(truncate(`a${family}b`, 2)).toBe(`a${family}…`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const visible = truncate(text, max);
        expect(visible === text || (visible.endsWith('…') && text.startsWith(visible.slice(0, -1)))).toBe(true);
        expect(visible.isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });

  it('of long lists counts what is left', () => {
    expect(displayValues(['a', 'b', 'c'])).toBe('a; b; c');
    expect(displayValues(['a', 'b', 'c', 'd', 'e'])).toBe('a; b; c; [ 2 more ]');
    expect(displayValues([])).toBe('');
    expect(displayAddresses(['2085551234', 'a@b.c'])).toBe('208-555-1234; a@b.c');
  });

  it('of counts is capped', () => {
    expect([0, 99, 100].map((count) => cappedCount(count))).toEqual(['0', '99', '99+']);
    expect(cappedCount(6, 5)).toBe('5+');
  });
});

describe("an export's file", () => {
  const dateTime = new Date('2026-03-01T04:05:06.789Z');

  it('carries brand, report and UTC time', () => {
    expect(exportFileName('Carepost', 'DirectAddresses', dateTime)).toBe(
      'Carepost_DirectAddresses_2026-03-01_04-05-06.csv',
    );
  });

  it('has no character in its name that is invalid in a file system or a header', () => {
    fc.assert(
      fc.property(anyText(), (brand) => {
        expect(exportFileName(brand, 'Users', dateTime)).toMatch(/^[\w.-]+_2026-03-01_04-05-06\.csv$/);
        expect(exportFileName(brand, 'Users', dateTime)).not.toMatch(/^-/);
      }),
    );
  });

  it('of the activity has the time only', () => {
    expect(activityFileName(dateTime)).toBe('2026-03-01_04-05-06.csv');
  });
});
