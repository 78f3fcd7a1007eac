/** Default text of a field rule that names no better one (spec 3 section 5). */
export const invalidValueText = 'Please enter a valid value for this field.';

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the value is a secure address: https, or http on a local development host; no user name or password inside
 * (spec 3 section 5).
 */
export const isSecureUrl = (value: string): boolean => {
  if (!/^https?:\/\/[^\s/\\]/i.test(value) || /[\s\\]/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.username || url.password) return false;
  return url.protocol === 'https:' || localHosts.has(url.hostname);
};
