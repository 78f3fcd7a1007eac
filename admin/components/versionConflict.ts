import { useRef, useState } from 'react';
import { get } from 'react-hook-form';
import { codeOf } from './serverError.ts';

/** Which version of a field to keep. */
export type Side = 'local' | 'remote';

export interface FieldDifference {
  readonly field: string;
  readonly local: unknown;
  readonly remote: unknown;
}

export interface Comparison {
  /** Changed on both sides, to different values: the user has to choose. */
  readonly conflicts: readonly FieldDifference[];
  /** Changed by the other user only: taken over. */
  readonly remoteOnly: readonly FieldDifference[];
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Every field of a form by its path, from its empty values. */
export const fieldPathsOf = (empty: object, path = ''): string[] =>
  Object.entries(empty).flatMap(([name, value]) =>
    isGroup(value) ? fieldPathsOf(value, `${path}${name}.`) : [`${path}${name}`],
  );

const entered = (values: object, path: string): unknown => {
  const value: unknown = get(values, path);
  return typeof value === 'string' ? value.trim() || null : (value ?? null);
};

/** Lists here are sets, such as features: their order does not count. */
const same = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const entries = new Set<unknown>(one);
  return one.length === other.length && other.every((entry) => entries.has(entry));
};

/** Three-way comparison of a record that another user saved while it was edited. */
export const compareRecords = (fields: readonly string[], base: object, local: object, remote: object): Comparison => {
  const differences = fields
    .map((field) => ({
      field,
      base: entered(base, field),
      local: entered(local, field),
      remote: entered(remote, field),
    }))
    .filter((entry) => !same(entry.local, entry.remote) && !same(entry.remote, entry.base));
  const sides = ({ base: _base, ...difference }: (typeof differences)[number]) => difference;
  return {
    conflicts: differences.filter((entry) => !same(entry.local, entry.base)).map(sides),
    remoteOnly: differences.filter((entry) => same(entry.local, entry.base)).map(sides),
  };
};

/** The fields that change in the form when it is merged with the other version. */
export const mergeRecords = (
  { conflicts, remoteOnly }: Comparison,
  choices: Readonly<Record<string, Side>>,
): readonly FieldDifference[] => [...remoteOnly, ...conflicts.filter(({ field }) => choices[field] === 'remote')];

/** Another user saved the record in the meantime. */
export interface RecordConflict<Stored> extends Comparison {
  readonly remote: Stored;
  /** Later saves replace the remote version. */
  readonly adopt: () => void;
}

interface SavedVersion<Stored, Values extends object> {
  readonly toForm: (stored: Stored) => Values;
  /** Loads the remote record; undefined when it is gone. */
  readonly reload: (stored: Stored) => Promise<Stored | undefined>;
  /** The next save replaces the remote version without a choice. */
  readonly adoptsAtOnce?: boolean;
}

type Send<Stored, Saved> = (base: Stored | undefined) => Promise<Saved>;
/** Saves of other users that change no field of the form, one after another, before the refusal is an error. */
const maxRetries = 3;

export const isVersionConflict = (error: unknown): boolean => codeOf(error) === 'E-VERSION-CONFLICT';

/**
 * The version that a save replaces: the loaded one, until the remote one is adopted. A save that is refused because another user saved the
 * record throws the error of the server and leaves the comparison of both versions in `conflict`.
 */
export const useSavedVersion = <Stored, Values extends object>(
  loaded: Stored | undefined,
  { toForm, reload, adoptsAtOnce = false }: SavedVersion<Stored, Values>,
) => {
  const base = useRef(loaded);
  const [conflict, setConflict] = useState<RecordConflict<Stored> | null>(null);

  const save = async <Saved>(values: Values, send: Send<Stored, Saved>, retries = maxRetries): Promise<Saved> => {
    const current = base.current;
    try {
      return await send(current);
    } catch (error) {
      if (current === undefined || !isVersionConflict(error)) throw error;
      const remote = await reload(current);
      if (remote === undefined) throw error;
      const before = toForm(current);
      const comparison = compareRecords(fieldPathsOf(before), before, values, toForm(remote));
      const adopt = () => {
        base.current = remote;
      };
      const isSame = comparison.conflicts.length === 0 && comparison.remoteOnly.length === 0;
      if (isSame || adoptsAtOnce) adopt();
      // The other user changed no field of this form.
      if (isSame && retries > 0) return save(values, send, retries - 1);
      if (isSame) throw error;
      setConflict({ ...comparison, remote, adopt });
      throw error;
    }
  };

  return { save, conflict, closeConflict: () => setConflict(null) };
};
