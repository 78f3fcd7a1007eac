import fc from 'fast-check';
import { expect, test } from 'vitest';
import { api } from '../../../shared/contract/api.ts';
import { namesOfContract } from '../../../server/capture/knownNames.ts';
import { maskJson, maskQuery } from '../../../server/capture/mask.ts';

const names = namesOfContract(Object.values(api).map((rows) => ({ rows })));

test('values become their kind and length, names of the contract stay', () => {
  const body = {
    name: 'Ann Lee',
    numberOfUsers: 12,
    isEnabled: true,
    ssoUrl: null,
    contact: { email: 'ann@x.example' },
  };
  expect(maskJson(body, names)).toEqual({
    name: '[len 7]',
    numberOfUsers: '[number]',
    isEnabled: '[boolean]',
    ssoUrl: null,
    contact: { email: '[len 13]' },
  });
});

test('names nobody knows are masked as well, and stay apart', () => {
  expect(maskJson({ 'Ann Lee': 1, 'Bob Ray': 2 }, names)).toEqual({ '[name 1]': '[number]', '[name 2]': '[number]' });
  expect(maskJson({ modelState: { 'contact.email': ['must be'], 'contact.Ann': [] } }, names)).toEqual({
    modelState: { 'contact.email': ['[len 7]'], '[name 2]': [] },
  });
  expect(maskQuery({ search: 'ann lee', cousin: 'ann' }, names)).toEqual({ search: '[len 7]', '[name 2]': '[len 3]' });
  expect(maskQuery({}, names)).toBeNull();
});

test('long lists, deep and wide bodies stay small', () => {
  expect(maskJson({ items: Array.from({ length: 500 }, () => 1) }, names)).toEqual({
    items: ['[number]', '[number]', '[number]', '[497 more]'],
  });
  let deep: unknown = 1;
  for (let level = 0; level < 5_000; level++) deep = [deep];
  expect(JSON.stringify(maskJson(deep, names)).length).toBeLessThan(200);
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`n${index}`, { a: { b: 1 } }]));
  expect(JSON.stringify(maskJson(wide, names)).length).toBeLessThan(200_000);
});

test('whatever is sent, no word of it is in the mask', () => {
  const secret = fc.stringMatching(/^zq[a-z]{6,12}$/);
  const body = fc.object({ key: secret, values: [secret, fc.constant('x')], maxDepth: 4, withNullPrototype: false });
  fc.assert(
    fc.property(body, (value) => {
      expect(JSON.stringify(maskJson(value, names))).not.toMatch(/zq/);
    }),
  );
});
