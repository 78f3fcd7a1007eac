import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  isSystemAdministrator,
  landingFor,
  mayStoreReturnAddress,
  safeReturnAddress,
} from '../../../shared/rules/landing.ts';
import { anyText } from '../../support/arbitraries.ts';

describe('the landing page', () => {
  test.each([
    [['SysAdmin'], '/admin/dashboard/messaging'],
    [['SysAdminReporting'], '/admin/dashboard/messaging'],
    [['User', 'SysAdmin'], '/admin/dashboard/messaging'],
    [['Administrator'], '/account/dashboard'],
    [['User', 'Administrator'], '/account/dashboard'],
    [['User'], '/intake'],
    [[], '/intake'],
  ])('of %j is %s', (roles, page) => {
    expect(landingFor(roles)).toBe(page);
  });

  it('counts both platform roles, and no other, as system administrators', () => {
    expect(
      ['SysAdmin', 'SysAdminReporting', 'Administrator', 'User'].map((role) => isSystemAdministrator([role])),
    ).toEqual([true, true, false, false]);
  });
});

describe('the address to return to after sign-in', () => {
  const fallback = '/intake';
  const refused: unknown[] = [
    '',
    'e',
    '@e',
    '/@e'.slice(1),
    '//e',
    '///e',
    '/\\e',
    '\\/e',
    '\\\\e',
    '/\\/e',
    '/%09/e',
    '/%0a/e',
    '/%0D%0A/e',
    '/%5ce',
    '/%5C/e',
    '/%2fe',
    '/%2Fe',
    '/%2f%2fe',
    '/%252fe',
    '/%25252fe',
    '/%2509/e',
    'https:e',
    'https:/e',
    'https://e',
    'http://e',
    'HTTPS://e',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    '/\te',
    '\t//e',
    '/\t/e',
    '/\r\n/e',
    '/a\r\nLocation: https://e',
    '/a%0d%0aLocation:https://e',
    '/a?b=%0d%0aSet-Cookie:x',
    ' /a',
    '/a b',
    '/a ',
    '\u0000/a',
    '/\u0000/e',
    '/／e',
    '／／e',
    '/%EF%BC%8Fe',
    '/＼e',
    '/%EF%BC%BCe',
    '/\u2044e',
    '/a/..//e',
    '/.//e',
    '/./e',
    '/..',
    '/%2e%2e/e',
    '/%2e%2f/e',
    '/a//b',
    '/%',
    '/%zz',
    '/%ff',
    '/\u00a0/e',
    '/é',
    `/${'a'.repeat(2048)}`,
    null,
    undefined,
    7,
    {},
    ['/a'],
  ];
  test.each(refused.map((value) => [value]))('refuses %j', (value) => {
    expect(safeReturnAddress(value, fallback)).toBe(fallback);
  });

  test.each([
    '/',
    '/admin/organizations',
    '/admin/organizations/add/contact',
    '/admin/organizations?search=o%27neil&page=2#top',
    '/admin/organizations?filter=%7B%22q%22%3A%22a%5C%22b%22%7D',
    '/release/100%25',
    '/a?next=https://elsewhere',
    '/caf%C3%A9',
    '/@e',
  ])('keeps %s', (value) => {
    expect(safeReturnAddress(value, fallback)).toBe(value);
  });

  it('never leaves our origin, however it is read', () => {
    const trick = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\r\n',
      '@',
      ':',
      'https:',
      '.',
      '..',
      '%2e',
      'e',
      '／',
      '?',
      '#',
      '%',
    );
    const origin = 'https://app.example';
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.array(trick, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        (text) => {
          for (const candidate of [text, `/${text}`]) {
            const address = safeReturnAddress(candidate, fallback);
            const url = new URL(address, origin);
            expect(url.origin).toBe(origin);
            expect(new URL(url.pathname, origin).origin).toBe(origin);
            expect(new URL(decodeURIComponent(url.pathname), origin).origin).toBe(origin);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('remembering the requested page', () => {
  test.each([
    '/',
    '/?a=1',
    '/admin',
    '/admin/',
    '/ADMIN?x=1',
    '/unauthorized',
    '/access-denied',
    '/auth-error',
    '/callback?code=1',
    '/auth-callback',
    '/login',
    '/%6Cogin',
    '/account/login',
    '/account/login/acme',
    '/Account/Login',
    '/account/register',
    '/account/logout',
    '/logout',
    '/register',
    '/intake?email=ann@x.org',
    '/intake?a=1&email=',
    '/intake?%65mail=x',
    '//e',
    'https://e',
  ])('leaves %s out', (path) => {
    expect(mayStoreReturnAddress(path)).toBe(false);
  });

  test.each([
    '/intake',
    '/admin/organizations',
    '/admin/organizations?search=login',
    '/account/dashboard',
    '/release/login',
    '/intake?useremail=x',
    '/admin/login',
  ])('keeps %s', (path) => {
    expect(mayStoreReturnAddress(path)).toBe(true);
  });
});
