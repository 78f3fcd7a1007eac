import { isNpi } from '../../shared/rules/npi.ts';

/** A provider identifier with a right check digit, another one for each number up to a hundred million. */
export function npiFor(index: number): string {
  // 48271 and 10^8 have no common divisor, so neighbours look unrelated and none repeats.
  const digits = `1${String((index * 48_271 + 10_007_321) % 100_000_000).padStart(8, '0')}`;
  for (let check = 0; check < 10; check += 1) {
    if (isNpi(`${digits}${check}`)) return `${digits}${check}`;
  }
  throw new RangeError(`No check digit fits ${digits}.`);
}
