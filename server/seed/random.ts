/** Numbers that look random and are the same on every machine and in every run. */
export interface Random {
  /** A whole number from 0 up to but not including `bound`. */
  below(bound: number): number;
  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** splitmix32: each record has a generator of its own, so that record 17 is the same whatever the size of the data. */
export function randomFor(salt: number, index: number): Random {
  let state = (Math.imul(salt, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (bound: number) => Math.floor((next() / 4_294_967_296) * bound);
  return {
    below,
    chance: (share) => next() / 4_294_967_296 < share,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('Nothing to pick from.');
      return value;
    },
  };
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
/** 2024-01-01: the ids of demo records are older than those of every real record. */
const firstId = Date.UTC(2024, 0, 1);

/** A UUID v7 that depends on the kind of record and its number alone. */
export function seededId(kind: number, index: number): string {
  const random = randomFor(kind + 1000, index);
  const time = hex(firstId + index, 12);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex(random.below(0x1000), 3)}`,
    hex(0x8000 + random.below(0x4000), 4),
    hex(kind, 4) + hex(random.below(0x1_0000_0000), 8),
  ].join('-');
}
