/** Shown when a subdomain cannot be had, whatever the reason (spec 1 section 5). */
export const subdomainText =
  'This subdomain already exists, contains invalid characters or is a reserved word, please enter a different one.';

/** Longest DNS label, in characters. */
export const subdomainMax = 63;

/** The form a subdomain is stored and compared in: trimmed and in lower case. */
export const normaliseSubdomain = (value: string): string => value.trim().toLowerCase();

const dnsLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The text to show when the value is no DNS label (a to z, 0 to 9, inner hyphens, 1 to 63 characters, not `xn--`), else null.
 * An empty value is a problem: leave the call out where a subdomain is optional. Whether it is taken only the server knows.
 */
export const subdomainProblem = (value: string): string | null => {
  const label = normaliseSubdomain(value);
  return dnsLabel.test(label) && !label.startsWith('xn--') ? null : subdomainText;
};
