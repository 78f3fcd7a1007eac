/** Certificates of the hosts that the platform calls over TLS. */

/** What calls a host: a single sign-on connection, a webhook, or a setting of the server. */
export const certificateUseKinds = ['setting', 'connection', 'webhook'] as const;
export type CertificateUseKind = (typeof certificateUseKinds)[number];

/** Why a host has no valid certificate. */
export const certificateProblems = [
  /** Its certificate has ended, or does not apply yet. */
  'expired',
  'notYetValid',
  /** Of no known authority, as a self-signed one. */
  'untrusted',
  'wrongHost',
  /** Nothing listens there, the name is unknown, or the host speaks no TLS. */
  'unreachable',
  'timeout',
  /** A private address, which the settings do not allow. */
  'blocked',
] as const;
export type CertificateProblem = (typeof certificateProblems)[number];

export const certificateSorts = ['validTo', 'host', 'checkedAt'] as const;

/** Days before its end from which a certificate counts as one that ends soon. */
export const certificateSoonDays = 30;
/** Days before its end at which the recipients of system alerts get a mail. */
export const certificateMailDays = 14;
