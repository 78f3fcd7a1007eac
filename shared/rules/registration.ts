import { subdomainMax } from './subdomain.ts';

/** Mails with a link to register that one e-mail address gets within 24 hours. */
export const registrationsPerEmail = 5;

/** Registrations that are started from one network address within an hour, and from all of them together. */
export const registrationsPerAddress = 20;
export const registrationsPerHour = 500;

/** Days after the end of a link in which support still sees the registration. */
export const registrationDays = 30;

/**
 * `HasAccount`: the address has an account, so that the mail leads to the sign-in. `Replaced`: a later mail has another link. `Expired` is an
 * open one after its time.
 */
export const registrationStates = ['Open', 'Expired', 'Completed', 'Canceled', 'Replaced', 'HasAccount'] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** Why an organization cannot have a subdomain (spec 1 section 5). */
export const subdomainRefusals = ['Form', 'Reserved', 'LookAlike', 'Taken'] as const;
export type SubdomainRefusal = (typeof subdomainRefusals)[number];

/** Shown beside the field. */
export const subdomainRefusalTexts: Readonly<Record<SubdomainRefusal, string>> = {
  Form: `must have letters a to z, digits and inner hyphens, at most ${subdomainMax} characters`,
  Reserved: 'is a reserved word',
  LookAlike: 'looks like a reserved word',
  Taken: 'already exists',
};

/** Pause after the last key before the subdomain is checked. */
export const subdomainDebounceMs = 300;
