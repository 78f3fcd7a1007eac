import { valueAt } from '../fieldPaths.ts';

/** Which version of a field to keep. */
export type Side = 'mine' | 'theirs';

export interface FieldDifference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Comparison {
  /** Changed on both sides, to different values: somebody has to choose. */
  readonly conflicts: readonly FieldDifference[];
  /** Changed by the other person only: taken over. */
  readonly theirsOnly: readonly FieldDifference[];
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Every field of a form by its path, from its empty values. */
export const fieldPathsOf = (empty: object, path = ''): string[] =>
  Object.entries(empty).flatMap(([name, value]) =>
    isGroup(value) ? fieldPathsOf(value, `${path}${name}.`) : [`${path}${name}`],
  );

const entered = (values: object, path: string): unknown => {
  const found = valueAt(values, path);
  return typeof found === 'string' ? found.trim() || null : (found ?? null);
};

/** Lists here are sets, such as features: their order says nothing. */
const same = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const entries = new Set<unknown>(one);
  return one.length === other.length && other.every((entry) => entries.has(entry));
};

/** Three-way comparison of a record that somebody else saved while it was being edited. */
export const compareRecords = (fields: readonly string[], base: object, mine: object, theirs: object): Comparison => {
  const differences = fields
    .map((field) => ({
      field,
      base: entered(base, field),
      mine: entered(mine, field),
      theirs: entered(theirs, field),
    }))
    .filter((entry) => !same(entry.mine, entry.theirs) && !same(entry.theirs, entry.base));
  const shown = ({ base: _base, ...difference }: (typeof differences)[number]) => difference;
  return {
    conflicts: differences.filter((entry) => !same(entry.mine, entry.base)).map(shown),
    theirsOnly: differences.filter((entry) => same(entry.mine, entry.base)).map(shown),
  };
};

/** The fields that change in the form when it is merged with the other version. */
export const mergeRecords = (
  { conflicts, theirsOnly }: Comparison,
  choices: Readonly<Record<string, Side>>,
): readonly FieldDifference[] => [...theirsOnly, ...conflicts.filter(({ field }) => choices[field] === 'theirs')];
