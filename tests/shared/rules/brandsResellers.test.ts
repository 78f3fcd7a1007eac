import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandAddressText, brandColorText, brandProblems } from '../../../shared/rules/brand.ts';
import { emailText } from '../../../shared/rules/email.ts';
import { isUrlCode, urlCodeMax, urlCodeOf } from '../../../shared/rules/reseller.ts';
import { anyText } from '../../support/arbitraries.ts';

describe('the URL code of a reseller', () => {
  test.each([
    ['apex', true],
    ['apex-2', true],
    ['7', true],
    ['a-b-c', true],
    ['', false],
    ['Apex', false],
    ['-apex', false],
    ['apex-', false],
    ['a--b', false],
    ['a b', false],
    ['größe', false],
    ['apex\n', false],
    ['a'.repeat(urlCodeMax), true],
    ['a'.repeat(urlCodeMax + 1), false],
  ])('"%s" is one: %s', (value, valid) => expect(isUrlCode(value)).toBe(valid));

  test('can be made from any name, with room for a number at its end', () => {
    expect(urlCodeOf('Größe & Söhne, Inc.')).toBe('grosse-sohne-inc');
    expect(urlCodeOf('  Apex -- Practice  ')).toBe('apex-practice');
    expect(urlCodeOf('北京')).toBe('reseller');
    fc.assert(fc.property(anyText(300), (name) => isUrlCode(`${urlCodeOf(name)}-12345678`)));
  });
});

describe('a brand', () => {
  test('needs a secure address, a valid colour and a valid e-mail address', () => {
    const right = { appUrl: 'https://brand.example/app', primaryColor: '#0B5f73', supportEmail: 'help@brand.example' };
    expect(brandProblems(right)).toEqual({});
    expect(brandProblems({})).toEqual({});
    expect(brandProblems({ appUrl: 'http://brand.example', primaryColor: 'teal', supportEmail: 'help' })).toEqual({
      appUrl: [brandAddressText],
      primaryColor: [brandColorText],
      supportEmail: [emailText],
    });
  });

  test.each(['javascript:alert(1)', 'https://', 'https://user:secret@brand.example', 'brand.example', ''])(
    'has no address like "%s"',
    (appUrl) => expect(brandProblems({ appUrl })).toHaveProperty('appUrl'),
  );

  test.each(['#fff', '#12345g', '0b5f73', '#0b5f7300', ''])('has no colour like "%s"', (primaryColor) =>
    expect(brandProblems({ primaryColor })).toHaveProperty('primaryColor'),
  );
});
