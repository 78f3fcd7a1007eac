import { directAddressProblem } from './address.ts';

/** Shown when a direct address as a whole has not the form name@domain. */
export const directAddressText = 'Enter a direct address such as records@clinic.direct.example.org.';

/** Shown when a mail domain fails `isMailDomain`. */
export const mailDomainText = 'Enter a domain such as direct.example.org.';

/** Shown when a domain is, or lies under, the platform's own. */
export const platformDomainText = 'This domain belongs to the platform.';

/** Longest part before the @ and longest address, in characters (RFC 5321). */
const longestName = 64;
const longestAddress = 254;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The form direct addresses and domains are stored and compared in. */
export const normaliseAddress = (value: string): string => value.trim().toLowerCase();

/** Whether the value is a host name of at least two labels, the last one not a number; in lower case. */
export const isMailDomain = (value: string): boolean => {
  const labels = value.split('.');
  return (
    value.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

/** What follows the last @, or an empty text where there is none. */
export const domainOfAddress = (address: string): string =>
  address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : '';

/**
 * The text to show when the value is no direct address, else null: the part before the @ by the rules of spec 3 section 5, the part
 * after it a domain. Which domains an organization may use is another rule.
 */
export const wholeAddressProblem = (value: string): string | null => {
  const at = value.lastIndexOf('@');
  const name = at < 0 ? value : value.slice(0, at);
  const problem = directAddressProblem(name);
  if (problem !== null) return problem;
  const fits = at > 0 && name.length <= longestName && value.length <= longestAddress;
  return fits && isMailDomain(normaliseAddress(value.slice(at + 1))) ? null : directAddressText;
};

/** Whether a domain is the platform's own or lies under it, where organizations have theirs by their subdomain. */
export const isPlatformDomain = (domain: string, platform: string): boolean =>
  domain === platform || domain.endsWith(`.${platform}`);
