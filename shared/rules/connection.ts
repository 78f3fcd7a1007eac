/** Lengths of the fields of a single sign-on connection, and how many e-mail domains it may have. */
export const connectionLimits = { name: 63, displayName: 100, issuer: 500, clientId: 255, secret: 1000, domains: 50 };

const namePattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** What is wrong with the last part of /account/login/{connection}; null for a right one. */
export const connectionNameProblem = (name: string): string | null =>
  namePattern.test(name) ? null : 'must have lower-case letters, digits and hyphens only, such as st-marys';

/** What is wrong with an e-mail domain; null for a right one. */
export const emailDomainProblem = (domain: string): string | null =>
  domain.length <= 253 && domainPattern.test(domain) ? null : `"${domain}" must be a domain such as clinic.example`;

/** Refusal of an organization without password sign-in, whose users would have no other way to sign in. */
export const noOtherSignInText =
  'Password sign-in can only be switched off with a brand that has a connection, or with an enabled connection of the organization.';
