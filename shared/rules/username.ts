import { isEmail } from './email.ts';

/** What the user name field can say (spec 3 section 5). */
export const usernameTexts = {
  invalid: 'Username is not valid',
  taken: 'Username already exists',
  available: 'Username is available',
} as const;

/** Delay of the request after the last keystroke, in milliseconds (spec 3 section 9). */
export const usernameCheckDelayMs = 1000;

/** The text to show when a user name is not like an e-mail address, else null (spec 3 section 5). */
export const usernameProblem = (value: string): string | null => (isEmail(value) ? null : usernameTexts.invalid);

/**
 * The user name to suggest for a pasted text that has more behind it, such as "ann@x.org (work)"; null when the text does
 * not start like an e-mail address (spec 3 section 5).
 */
export const suggestedUsername = (value: string): string | null => {
  const first = value
    .trim()
    .split(/[\s,;<>()]/, 1)[0]
    ?.replace(/[.:]+$/, '');
  return first && isEmail(first) ? first : null;
};

/** What the field says once the server has answered whether the name exists (spec 3 section 5). */
export const usernameAnswer = (value: string, exists: boolean): string =>
  usernameProblem(value) ?? (exists ? usernameTexts.taken : usernameTexts.available);
