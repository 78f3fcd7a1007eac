import { passwordProblem } from '../../shared/rules/password.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password that is chosen: the list takes memory, and most servers never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether the password is one of the 49,000 most common ones, in any letter case (quality AU-5). */
async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.toLowerCase());
}

/** Why a user cannot choose the password, as a phrase that continues "The password"; else null. */
export const newPasswordProblem = async (password: string, userName: string): Promise<string | null> =>
  passwordProblem(password, userName) ??
  ((await isCommonPassword(password)) ? 'must not be one of the most common passwords' : null);
