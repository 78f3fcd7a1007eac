import { createContext, useContext, useEffect, useState } from 'react';

/** What a field says about a value: a text when something is wrong with it. */
export type FieldCheck = (value: unknown) => string | undefined;

/** The fields a dialog shows at this moment, each with its own check; the dialog runs them before it sends anything. */
export const createFormRules = () => {
  const checks = new Map<string, FieldCheck>();
  return {
    add(source: string, check: FieldCheck) {
      checks.set(source, check);
      return () => {
        if (checks.get(source) === check) checks.delete(source);
      };
    },
    has: (source: string) => checks.has(source),
    /** Texts by field path. */
    problems: (valueAt: (source: string) => unknown): Record<string, string> =>
      Object.fromEntries(
        [...checks].flatMap(([source, check]) => {
          const text = check(valueAt(source));
          return text === undefined ? [] : [[source, text]];
        }),
      ),
  };
};
export type FormRules = ReturnType<typeof createFormRules>;

/** Only forms in a dialog have it; the organization form checks its values as a whole, whichever tab is on screen. */
export const FormRulesContext = createContext<FormRules | null>(null);

/** Whether the inputs of a form check themselves, as react-admin's do; other forms check their values as a whole. */
export const InputsValidateContext = createContext(false);

export const useFormRules = (): FormRules => useState(createFormRules)[0];

/** Announces a field to the dialog round it, for as long as it is on screen. */
export const useFieldCheck = (source: string, check: FieldCheck): void => {
  const rules = useContext(FormRulesContext);
  useEffect(() => rules?.add(source, check), [rules, source, check]);
};

/** Whether a field holds nothing: no text, no choice, no list. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
