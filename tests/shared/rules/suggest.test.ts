import { describe, expect, test } from 'vitest';
import { suggest } from '../../../shared/rules/suggest.ts';

describe('a suggestion for an address', () => {
  const known = ['joseph.garcia.26@carepost.example', 'linda.ibrahim.15@carepost.example'];

  test('is near in the part before the @, not only in the domain', () => {
    expect(suggest('linda.ibrahim.14@carepost.example', known)).toEqual(['linda.ibrahim.15@carepost.example']);
    expect(suggest('ann@carepost.example', known)).toEqual([]);
  });

  test('may differ a little in the domain', () => {
    expect(suggest('joseph.garcia.26@carepost.exmple', known)).toEqual(['joseph.garcia.26@carepost.example']);
    expect(suggest('linda', known)).toEqual(['linda.ibrahim.15@carepost.example']);
  });
});
