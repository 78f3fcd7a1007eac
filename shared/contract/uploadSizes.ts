// Without a schema library, so that a program can check a file before it loads one.

/** Largest file of a license agreement, in bytes; ours, the specification names no limit. */
export const eulaFileMaxBytes = 1024 * 1024;

/** Largest logo of a reseller, in bytes; ours. */
export const resellerFileMaxBytes = 512 * 1024;

/** Longest terms of a brand or reseller, in characters; ours. */
export const termsMaxCharacters = 500_000;

/** Largest identity document of a user, in bytes; ours. */
export const idProofMaxBytes = 5 * 1024 * 1024;

/** Largest document for the manual proofing of an identity, in bytes; ours. */
export const manualProofMaxBytes = 20 * 1024 * 1024;
