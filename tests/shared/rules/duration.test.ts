import { describe, expect, it } from 'vitest';
import { ageText, durationText } from '../../../shared/rules/duration.ts';

describe('durations', () => {
  it.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [639.6, '640 ms'],
    [999.4, '999 ms'],
    [1000, '1 s'],
    [4250, '4.3 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min'],
    [60_000, '1 min'],
    [192_000, '3 min 12 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
  ])('%d ms reads %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
  it.each([
    [-1, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [200_000, '3 min'],
    [7_500_000, '2 h 5 min'],
  ])('an age of %d ms reads %s', (ms, text) => {
    expect(ageText(ms)).toBe(text);
  });
});
