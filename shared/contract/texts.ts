import { z } from 'zod';
import { normaliseName, visibleTextProblem } from '../rules/visibleText.ts';

export const noNul = /^[^\0]*$/;
export const noNulText = 'must not contain a NUL character';

const refineVisible = (lines: 'one' | 'many') => (value: string, context: z.RefinementCtx<string>) => {
  const problem = value.trim() === '' || value.includes('\0') ? null : visibleTextProblem(value, lines);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
};

/** Text that may be empty: empty and blank become null, so "no value" has one form. */
export const optionalText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(noNul, noNulText)
    .superRefine(refineVisible('many'))
    .nullable()
    .transform((value) => value?.trim() || null)
    .optional();

const trim = (value: string) => value.trim();

const visibleText = (max: number, lines: 'one' | 'many', normalise = trim) =>
  z
    .string()
    .overwrite(normalise)
    .min(1, 'is required')
    .max(max)
    .regex(noNul, noNulText)
    .superRefine(refineVisible(lines));

/** A text of one line, such as a name: without control characters and direction controls, and not invisible. */
export const requiredText = (max: number) => visibleText(max, 'one');

/** The name of a record that no other record of its kind may have: names that look the same are the same. */
export const uniqueName = (max: number) => visibleText(max, 'one', normaliseName);

/** A text that may have several lines, such as a reason. */
export const requiredLines = (max: number) => visibleText(max, 'many');

/** The version the caller loaded; another one on the server refuses the save. */
export const version = z.int().min(1).optional();

/** A field that the server sets: a caller may send it back as it was loaded; a PUT with another value is refused (AZ-4). */
export const serverSet = z.unknown().optional();

/** Names of the fields that the server sets, of a row's body. */
export const serverSetFields = (body: z.core.$ZodType | undefined): readonly string[] =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape).flatMap(([name, schema]) => (schema === serverSet ? [name] : []))
    : [];
