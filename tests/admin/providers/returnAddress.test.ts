import { beforeEach, describe, expect, it } from 'vitest';
import {
  connectionName,
  clearSignIn,
  storeReturnAddress,
  takeReturnAddress,
} from '../../../admin/providers/returnAddress.ts';

beforeEach(() => localStorage.clear());

describe('return address', () => {
  it('is given back once', () => {
    storeReturnAddress('/admin/guid?x=1', localStorage);
    expect(takeReturnAddress(localStorage, '/')).toBe('/admin/guid?x=1');
    expect(takeReturnAddress(localStorage, '/')).toBe('/');
  });
  it.each(['/unauthorized', '/account/login', '/account/logout', '/callback?code=1', '/', '/admin', '/x?email=a@b.c'])(
    'never is %s',
    (address) => {
      storeReturnAddress(address, localStorage);
      expect(localStorage.getItem('redirectUrl')).toBeNull();
    },
  );
  it.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '/%09/evil.test',
    'javascript:alert(1)',
    '/account/login',
  ])('falls back where somebody stored %s', (address) => {
    localStorage.setItem('redirectUrl', address);
    expect(takeReturnAddress(localStorage, '/')).toBe('/');
  });
});

it('signing out leaves appearance and page sizes', () => {
  localStorage.setItem('RaStore.theme', '"dark"');
  localStorage.setItem('ssoConnection', 'mercy');
  clearSignIn(localStorage);
  expect(localStorage.getItem('RaStore.theme')).toBe('"dark"');
  expect(localStorage.getItem('ssoConnection')).toBeNull();
});

it.each([
  ['mercy-idp', 'mercy-idp'],
  ['a b', undefined],
  ['', undefined],
  [null, undefined],
  ['../x', undefined],
])('connection %j is %j', (value, name) => {
  expect(connectionName(value)).toBe(name);
});
