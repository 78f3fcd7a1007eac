import { z } from 'zod';
import type { ModelState } from '../../shared/contract/errors.ts';
import { issueText } from './issueText.ts';
import { ApiProblem } from './problem.ts';

/** Checks a part of a request against its schema; what does not fit is refused with the field and the text. */
export function accept<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error: issueText });
  if (parsed.success) return parsed.data;
  throw new ApiProblem('E-REQUEST-INVALID', { modelState: modelStateOf(parsed.error) });
}

/** Unknown fields are refused, also where a row forgot to say so: mass assignment is a visible 400 (AZ-4). */
export const strict = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

/** A body of a megabyte can hold a hundred thousand wrong fields; the response names so many of them. */
const mostFields = 100;

/** Field errors as react-admin forms read them: dotted path to texts. Trouble with the whole body has the field `body`. */
export function modelStateOf(error: z.ZodError): ModelState {
  const fields = new Map<string, string[]>();
  const note = (path: readonly PropertyKey[], text: string) => {
    const field = path.map(String).join('.') || 'body';
    fields.set(field, [...(fields.get(field) ?? []), text]);
  };
  const noteAll = (issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[]) => {
    for (const issue of issues) {
      const path = [...above, ...issue.path];
      const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
      if (branch) noteAll(branch, path);
      else if (issue.code !== 'unrecognized_keys') note(path, issue.message);
      else for (const key of issue.keys) note([...path, key], 'is not a field of this call: leave it out');
    }
  };
  noteAll(error.issues, []);
  const named = [...fields].slice(0, mostFields);
  if (fields.size > mostFields)
    named.push(['body', [`has ${fields.size - mostFields} more fields that are not valid`]]);
  // Null prototype: a field may be called __proto__.
  return Object.assign(Object.create(null), Object.fromEntries(named));
}

/** The form of a union that the caller meant: the one with the fewest problems, all of them in fields of the value. */
function meantBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const inFields = branches.filter(
    (issues) => issues.length > 0 && issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  const [first, second] = inFields.toSorted((a, b) => a.length - b.length);
  return first && first.length < (second?.length ?? Number.POSITIVE_INFINITY) ? first : undefined;
}
