/** Where an organization's identity proofing stands (spec 2 section 3). */
export const identityProofStatuses = [
  'Not_Id_Proofed',
  'Manually_Id_Proofed',
  'Awaiting_Manual_Proofing',
  'Awaiting_Proof_Upload',
  'Proofed_Manually',
  'Proofed_By_Equifax',
  'Proofed_By_Clear',
  'Awaiting_User_Clear_Data_Confirmation',
] as const;
export type IdentityProofStatus = (typeof identityProofStatuses)[number];

const proofed: ReadonlySet<string> = new Set<IdentityProofStatus>([
  'Manually_Id_Proofed',
  'Proofed_Manually',
  'Proofed_By_Equifax',
  'Proofed_By_Clear',
]);

/** Whether the identity of the organization's administrator has been confirmed. */
export const isIdProofed = (status: string): boolean => proofed.has(status);

/**
 * The status for one person: returned data belong to the person who was verified, and are deleted after a day. Without them the verification starts
 * again.
 */
export const statusFor = (status: IdentityProofStatus, hasSession: boolean): IdentityProofStatus =>
  status === 'Awaiting_User_Clear_Data_Confirmation' && !hasSession ? 'Not_Id_Proofed' : status;

/** Where the identity provider leads back to: the window that opened it, the tab itself, or a phone. */
export const proofingModes = ['popup', 'tab', 'phone'] as const;
export type ProofingMode = (typeof proofingModes)[number];

/** How far a verification at the identity provider has come. */
export const initiationStatuses = ['Waiting', 'Returned', 'Canceled', 'Used', 'Expired'] as const;
export type InitiationStatus = (typeof initiationStatuses)[number];

/** How long a verification may take from its start to its validation; ours. */
export const initiationMinutes = 30;

/** How long the data that the identity provider returned wait for the confirmation of the person; ours. */
export const verificationSessionHours = 24;

/** Documents for a manual proofing by what became of them; one is withdrawn with the account of its user. */
export const proofReviewStatuses = ['Pending', 'Approved', 'Refused', 'Withdrawn'] as const;
export type ProofReviewStatus = (typeof proofReviewStatuses)[number];

/** Messages the popup callback flow accepts, and only from our own origin (spec 2 section 9). */
export const popupMessageTypes = ['idproofing', 'pccsso'] as const;
export type PopupMessageType = (typeof popupMessageTypes)[number];

/** How often the flow looks whether the popup was closed, in milliseconds (spec 2 section 9). */
export const popupClosedCheckMs = 1000;

/** Whether a window message ends the popup flow: same origin and the expected type (spec 2 section 4). */
export const isPopupAnswer = (
  message: { readonly origin: string; readonly type: unknown },
  expected: { readonly origin: string; readonly type: PopupMessageType },
): boolean => message.origin === expected.origin && message.type === expected.type;

/** Most characters of the legacy identity form's fields (spec 2 section 9). */
export const legacyIdentityLimits = {
  firstName: 255,
  lastName: 255,
  addressLine: 255,
  addressUnit: 255,
  zip: 10,
  dateOfBirth: 10,
} as const;

/** Shown when a social security number fails `isSocialSecurityNumber` (spec 2 section 5). */
export const socialSecurityText = 'Please enter your SSN in one of the following formats: xxx-xx-xxxx or xxxxxxxxx';

/** Whether the value is written xxx-xx-xxxx or as nine digits (spec 2 section 5). */
export const isSocialSecurityNumber = (value: string): boolean => /^(?:\d{3}-\d{2}-\d{4}|\d{9})$/.test(value);

/** What identity proofing tells the user (spec 2 section 8). */
export const identityProofingTexts = {
  popupBlocked: 'Please allow popups and try again.',
  popupClosed: 'The new tab was closed before finishing up the identity verification process. Please, try again.',
  validationFailed: 'Identity verification validation has failed.',
  startFailed: 'Failed to start the identity verification process.',
  retrievalFailed: 'There was an error while retrieving your information from the identity provider.',
  confirmationFailed: 'An error has occurred while confirming your data.',
  completed: 'The identity verification process completed successfully.',
  uploadFailed: 'Failed to upload file. Please try again.',
  uploaded: 'Identification has been sent.',
} as const;
