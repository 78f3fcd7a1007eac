import { emptyOrganization, type OrganizationFormValues } from './organizationModel.ts';

/** Which version of a field to keep. */
export type Side = 'mine' | 'theirs';
export type FieldValue = string | number | null;

export interface FieldDifference {
  readonly field: string;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

export interface Comparison {
  /** Changed on both sides, to different values: somebody has to choose. */
  readonly conflicts: readonly FieldDifference[];
  /** Changed by the other person only: taken over. */
  readonly theirsOnly: readonly FieldDifference[];
}

/** Every field of the form by its path. */
export const fieldPaths: readonly string[] = Object.entries(emptyOrganization).flatMap(([name, value]) =>
  typeof value === 'object' && value !== null ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
);

export const valueAt = (values: OrganizationFormValues, path: string): FieldValue => {
  let found: unknown = values;
  for (const part of path.split('.')) {
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[part] : null;
  }
  if (typeof found === 'string') return found.trim() || null;
  return typeof found === 'number' ? found : null;
};

/** Three-way comparison of a record that somebody else saved while it was being edited. */
export const compareVersions = (
  base: OrganizationFormValues,
  mine: OrganizationFormValues,
  theirs: OrganizationFormValues,
): Comparison => {
  const differences = fieldPaths
    .map((field) => ({
      field,
      base: valueAt(base, field),
      mine: valueAt(mine, field),
      theirs: valueAt(theirs, field),
    }))
    .filter((entry) => entry.mine !== entry.theirs && entry.theirs !== entry.base);
  const shown = ({ field, mine: kept, theirs: found }: (typeof differences)[number]) => ({
    field,
    mine: kept,
    theirs: found,
  });
  return {
    conflicts: differences.filter((entry) => entry.mine !== entry.base).map(shown),
    theirsOnly: differences.filter((entry) => entry.mine === entry.base).map(shown),
  };
};

/** The fields that change in the form when it is merged with the other version; a conflict without a choice keeps mine. */
export const mergeVersions = (
  { conflicts, theirsOnly }: Comparison,
  choices: Readonly<Record<string, Side>>,
): readonly (readonly [field: string, value: FieldValue])[] =>
  [...theirsOnly, ...conflicts.filter(({ field }) => choices[field] === 'theirs')].map(
    ({ field, theirs }) => [field, theirs] as const,
  );
