import { useRef, useState } from 'react';
import { codeOf } from '../serverError.ts';
import { type Comparison, compareRecords, fieldPathsOf } from './recordConflict.ts';

/** Somebody else saved the record in the meantime: what differs, and how it is asked about. */
export interface RecordConflict extends Comparison {
  readonly title: string;
  readonly text: string;
  /** From now on saves go on top of the other version. */
  readonly onChosen: () => void;
}

interface Editing<Stored, Values extends object> {
  readonly toForm: (stored: Stored) => Values;
  /** The record as it is now. */
  readonly reload: (stored: Stored) => Promise<Stored>;
  readonly ask: (theirs: Stored, comparison: Comparison) => Pick<RecordConflict, 'title' | 'text'>;
}

/** What became of a save: done, or waiting for somebody to choose. */
export type SaveOutcome<Saved> = { readonly saved: Saved } | { readonly asked: string };

/**
 * The version that saves go on top of: the one that was loaded, until somebody saw what another person made of it and chose field
 * by field. Closing the question changes nothing, so the next save asks again rather than overwrite theirs.
 */
export const useSavedVersion = <Stored, Values extends object>(
  loaded: Stored | undefined,
  { toForm, reload, ask }: Editing<Stored, Values>,
) => {
  const base = useRef(loaded);
  const [conflict, setConflict] = useState<RecordConflict | null>(null);

  const save = async <Saved>(
    values: Values,
    send: (base: Stored | undefined) => Promise<Saved>,
  ): Promise<SaveOutcome<Saved>> => {
    const current = base.current;
    try {
      return { saved: await send(current) };
    } catch (error) {
      if (current === undefined || codeOf(error) !== 'E-VERSION-CONFLICT') throw error;
      const theirs = await reload(current);
      const comparison = compareRecords(fieldPathsOf(toForm(current)), toForm(current), values, toForm(theirs));
      const adopt = () => {
        base.current = theirs;
      };
      // Only what this form does not touch was changed: nothing to choose, so save on top of it.
      if (comparison.conflicts.length === 0 && comparison.theirsOnly.length === 0) {
        adopt();
        return save(values, send);
      }
      const question = ask(theirs, comparison);
      const onChosen = () => {
        adopt();
        setConflict(null);
      };
      setConflict({ ...comparison, ...question, onChosen });
      return { asked: question.title };
    }
  };

  return { save, conflict, closeConflict: () => setConflict(null) };
};
