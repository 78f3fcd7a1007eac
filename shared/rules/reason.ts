/** Most characters of a reason that goes into the audit trail with a request. */
export const requestReasonMax = 500;
