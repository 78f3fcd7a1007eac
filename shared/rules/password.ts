/** NIST SP 800-63B: at least 8 characters, long ones allowed, no rules of composition (quality AU-5). */
export const passwordMinLength = 8;
export const passwordMaxLength = 1024;

const comparable = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Why a password cannot be used, as a phrase that continues "The password"; else null. Common passwords are refused by the server besides. */
export const passwordProblem = (password: string, userName = ''): string | null => {
  const { length } = Array.from(password);
  if (length < passwordMinLength) return `must have at least ${passwordMinLength} characters`;
  if (length > passwordMaxLength) return `must have at most ${passwordMaxLength} characters`;
  const ownName = comparable(userName);
  return [ownName, ownName.replace(/@.*$/, '')].includes(comparable(password)) ? 'must not be the user name' : null;
};
