import { isSystemAdministrator } from './landing.ts';

/** Who a page or an operation is open to, as the contract says it. */
type Access = 'public' | 'signedIn' | readonly string[];

interface Person {
  readonly roleName: string;
  readonly isEnabled: boolean;
  readonly isDeleted: boolean;
  /** Login ability of the organization that the user works in; null without one. */
  readonly isOrganizationEnabled: boolean | null;
}

/** The rules that decide, in the order in which the server checks them. */
export const accessRules = ['public', 'deleted', 'disabled', 'loginOff', 'signedIn', 'role', 'noRole'] as const;
export type AccessRule = (typeof accessRules)[number];

/** Whether the user can use it, and the rule that decides. Records of other organizations stay out of reach either way. */
export const effectiveAccess = (
  user: Person,
  access: Access,
): { readonly isAllowed: boolean; readonly rule: AccessRule } => {
  if (access === 'public') return { isAllowed: true, rule: 'public' };
  if (user.isDeleted) return { isAllowed: false, rule: 'deleted' };
  if (!user.isEnabled) return { isAllowed: false, rule: 'disabled' };
  if (user.isOrganizationEnabled === false && !isSystemAdministrator([user.roleName]))
    return { isAllowed: false, rule: 'loginOff' };
  if (access === 'signedIn') return { isAllowed: true, rule: 'signedIn' };
  return access.includes(user.roleName) ? { isAllowed: true, rule: 'role' } : { isAllowed: false, rule: 'noRole' };
};
