/** NIST SP 800-63B: at least 8 characters, long ones allowed, no rules of composition (quality AU-5). */
export const passwordMinLength = 8;
export const passwordMaxLength = 1024;

/** The text of why a password cannot be used, else null. Common passwords are refused by the server besides. */
export const passwordProblem = (password: string): string | null => {
  const { length } = Array.from(password);
  if (length < passwordMinLength) return `must have at least ${passwordMinLength} characters`;
  return length > passwordMaxLength ? `must have at most ${passwordMaxLength} characters` : null;
};
