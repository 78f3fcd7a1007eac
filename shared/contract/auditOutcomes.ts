/** How an action ended: `Refused` where the caller may not; `Invalid` where the call could not be carried out. */
export const auditOutcomeNames = ['Success', 'Refused', 'Invalid'] as const;
export type AuditOutcome = (typeof auditOutcomeNames)[number];
