import { describe, expect, test } from 'vitest';
import { lookAlikeText, readingOf, reservedBy, reservedWordProblem } from '../../../shared/rules/reservedWord.ts';

describe('a reserved word', () => {
  test.each([
    ['admin', 'admin', 'Same'],
    ['admin', ' ADMIN ', 'Same'],
    ['admin', 'adm1n', 'LookAlike'],
    ['admin', 'adrnin', 'LookAlike'],
    ['admin', 'adm1n1', null],
    ['admin', 'administration', null],
    ['support', 'supp0rt', 'LookAlike'],
    ['sso', '55o', 'LookAlike'],
    ['www', 'vvvvw', 'LookAlike'],
    ['help', 'heip', 'LookAlike'],
    ['mail', 'ma11', 'LookAlike'],
    ['test', '7e57', 'LookAlike'],
    ['billing', '6i11in9', 'LookAlike'],
    ['admin', 'аdmіn', 'LookAlike'],
    ['admin', 'ａｄｍｉｎ', 'LookAlike'],
    ['admin', 'ádmïn', 'LookAlike'],
    ['sign-in', 'signin', null],
    ['admin', '', null],
  ])('"%s" and the name "%s": %s', (word, name, rule) => {
    expect(reservedBy(word, name)).toBe(rule);
  });

  test('is read the same way twice', () => {
    for (const name of ['admin', '0123456789', 'rnvv', 'r1n', 'vvv'])
      expect(readingOf(readingOf(name))).toBe(readingOf(name));
  });

  test.each(['admin', 'ns1', 'sign-in', 'A', '1'])('may be "%s"', (name) => {
    expect(reservedWordProblem(name)).toBeNull();
  });
  test.each(['', 'has space', '-edge', 'аdmin', 'xn--80ak6aa92e', 'a_b', 'x'.repeat(64)])('cannot be "%s"', (name) => {
    expect(reservedWordProblem(name)).toContain('a word that a subdomain can have');
  });

  test('the characters that are read alike are listed for people', () => {
    expect(lookAlikeText).toBe('0 o, 1 i l, 2 z, 3 e, 4 a, 5 s, 6 8 b, 7 t, 9 g, rn m, vv w');
  });
});
