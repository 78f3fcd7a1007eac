import type { Config } from '../config.ts';

/** The settings that sign-in and token checks look at. */
export type IdentityConfig = Pick<
  Config,
  | 'publicUrl'
  | 'issuer'
  | 'externalIssuer'
  | 'roleClaim'
  | 'trustedDomains'
  | 'idleSeconds'
  | 'production'
  | 'demo'
  | 'brand'
  | 'mail'
  | 'rateLimit'
  | 'corsOrigins'
  | 'keyFile'
  | 'dataFolder'
  | 'timeZone'
  | 'registration'
  | 'sso'
>;

/** Audience of the access tokens, and the resource that clients ask for. */
export const apiAudience = 'urn:carepost:api';

/** Nobody stays signed in longer, however often tokens are renewed (quality SS-2). */
export const longestSessionSeconds = 12 * 60 * 60;

export const accessTokenSeconds = 15 * 60;
