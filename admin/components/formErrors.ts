import type { FieldErrors } from 'react-hook-form';
import { isVisible } from '../../shared/rules/visibleText.ts';

export interface FormProblem {
  readonly field: string;
  readonly text: string;
  /** From the server; it goes as soon as the field changes. */
  readonly fromServer: boolean;
}

/** `incomplete` where an input with an error is blank; else values are filled in, but wrong. */
export const faultOf = (
  problems: readonly FormProblem[],
  valueOf: (field: string) => unknown,
): 'incomplete' | 'incorrect' => {
  const isBlank = (value: unknown) =>
    typeof value === 'string'
      ? !isVisible(value)
      : Array.isArray(value)
        ? value.length === 0
        : (value ?? null) === null;
  return problems.some(({ field }) => isBlank(valueOf(field))) ? 'incomplete' : 'incorrect';
};

const textOf = (message: unknown): string => {
  if (typeof message === 'string') return message;
  return typeof message === 'object' && message !== null && 'message' in message ? textOf(message.message) : '';
};

/** The errors of a form, flat, by dotted field path, without those of the whole form (root). */
export const formProblemsOf = (errors: FieldErrors, path = ''): FormProblem[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    if (!error || (path === '' && name === 'root')) return [];
    const field = `${path}${name}`;
    if (typeof error.type === 'string') {
      return [{ field, text: textOf(error.message), fromServer: error.type === 'server' }];
    }
    return formProblemsOf(error as FieldErrors, `${field}.`);
  });
