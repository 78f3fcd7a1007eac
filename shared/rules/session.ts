/** The access token is renewed when it expires within so many seconds (spec 2 section 9). */
export const renewBeforeExpirySeconds = 60;

/** Whether a token has to be renewed before it is used; both moments in milliseconds since 1970 (spec 2 section 4). */
export const needsRenewal = (expiresAt: number, now: number): boolean =>
  expiresAt - now <= renewBeforeExpirySeconds * 1000;

/** Keys in the browser's local storage (spec 2 section 7). */
export const storageKeys = {
  profile: 'ProfileData',
  redirectUrl: 'redirectUrl',
  ssoConnection: 'ssoConnection',
  hideActivationDelay: 'hideOrgActivationDelayModal',
} as const;

/** Set in the storage of the tab each time the activation notice opens (spec 2 section 4). */
export const activationNoticeOpenedKey = 'orgActivationDelayModalOpened';

/** Places of pages that end with the session; the spec names them without their keys (spec 2 section 4). */
export const sessionKeys = { releaseTab: 'releaseTab', draftsPage: 'draftsPage' } as const;

/** What signing out removes (spec 2 section 4). */
export const clearedAtLogout = [
  storageKeys.redirectUrl,
  storageKeys.profile,
  sessionKeys.releaseTab,
  sessionKeys.draftsPage,
  storageKeys.ssoConnection,
] as const;

/** An account is locked after so many failed sign-ins (spec 3 section 9). */
export const lockoutFailures = 3;

/** Minutes an account stays locked (spec 3 section 9). */
export const lockoutMinutes = 10;

/** Minutes in which a sign-in, or a password or code entered again, allows changes of the own sign-in (quality AU-5). */
export const stepUpMinutes = 15;

/** A mailed code works for so many minutes and is compared with so many wrong entries (quality AU-4). */
export const mailedCodeMinutes = 10;
export const mailedCodeFailures = 3;

/** So many codes are mailed to a user within so many minutes (quality AU-4). */
export const mailedCodesAtMost = 5;
export const mailedCodesMinutes = 15;
