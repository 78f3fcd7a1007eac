/** Most characters of a reason that goes into the audit trail with a request. */
export const requestReasonMax = 500;

/** Why a change is made, and the number of the ticket that asks for it. */
export interface ChangeReason {
  readonly reason?: string | undefined;
  readonly ticket?: string | undefined;
}

/** Reason and ticket as they are sent: `Address moved [4711]`; undefined without both. */
export const requestReason = ({ reason, ticket }: ChangeReason): string | undefined => {
  const parts = [reason ?? '', ticket ? `[${ticket}]` : ''].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(' ');
};

/** Why they cannot be sent; null where they can. */
export const requestReasonProblem = (reasons: ChangeReason): string | null => {
  const { length } = requestReason(reasons) ?? '';
  return length > requestReasonMax
    ? `The reason has ${length} characters with its ticket; it may have ${requestReasonMax}.`
    : null;
};
