import { isSystemAdministrator } from './landing.ts';
import type { PlanFeature } from './plan.ts';

/** What a page or a call needs of the organization beside the role of the user (spec 2 section 2). */
export interface OrganizationNeeds {
  readonly needsActivation?: true;
  /** Names of the brands whose organizations have the page. */
  readonly brands?: readonly string[];
  /** A plan without the feature has no such page: an upgrade is offered. */
  readonly planFeature?: PlanFeature;
}

/** A page or an operation: who it is open to, as the contract says it, and what it needs of the organization. */
interface Target extends OrganizationNeeds {
  readonly access: 'public' | 'signedIn' | readonly string[];
}

/** The organization that a user works in; without one it counts as activated. */
interface Workplace {
  readonly organizationId: string | null;
  readonly orgIsActivated: boolean;
  readonly brandName: string | null;
  readonly blockedFeatures: readonly PlanFeature[];
}

interface Person {
  readonly isEnabled: boolean;
  readonly isDeleted: boolean;
  readonly workplace: Workplace & {
    readonly roleName: string;
    /** Login ability of the organization; null without one. */
    readonly isOrganizationEnabled: boolean | null;
  };
}

/** The rules that decide, in the order in which server and router check them. */
export const accessRules = [
  'public',
  'deleted',
  'disabled',
  'loginOff',
  'noRole',
  'notActivated',
  'otherBrand',
  'notInPlan',
  'signedIn',
  'role',
] as const;
export type AccessRule = (typeof accessRules)[number];

/** Whether it is open to a signed-in user with these roles: the check of every call and every page. */
export const isOpenTo = (access: Target['access'], roles: readonly string[]): boolean =>
  typeof access === 'string' || access.some((role) => roles.includes(role));

/** What closes a page to a signed-in user; undefined where it opens. Platform staff has no organization, whose brand and plan these are. */
export const closedBy = (
  { access, needsActivation, brands, planFeature }: Target,
  user: Workplace & { readonly roles: readonly string[] },
): Extract<AccessRule, 'noRole' | 'notActivated' | 'otherBrand' | 'notInPlan'> | undefined => {
  if (!isOpenTo(access, user.roles)) return 'noRole';
  if (needsActivation && !user.orgIsActivated) return 'notActivated';
  if (user.organizationId === null) return undefined;
  if (brands && !brands.includes(user.brandName ?? '')) return 'otherBrand';
  return planFeature && user.blockedFeatures.includes(planFeature) ? 'notInPlan' : undefined;
};

/** Whether the user can use it, and the rule that decides. Records of other organizations stay out of reach either way. */
export const effectiveAccess = (
  { isEnabled, isDeleted, workplace }: Person,
  target: Target,
): { readonly isAllowed: boolean; readonly rule: AccessRule } => {
  const { access } = target;
  const roles = [workplace.roleName];
  if (access === 'public') return { isAllowed: true, rule: 'public' };
  if (isDeleted) return { isAllowed: false, rule: 'deleted' };
  if (!isEnabled) return { isAllowed: false, rule: 'disabled' };
  if (workplace.isOrganizationEnabled === false && !isSystemAdministrator(roles))
    return { isAllowed: false, rule: 'loginOff' };
  const rule = closedBy(target, { ...workplace, roles });
  if (rule !== undefined) return { isAllowed: false, rule };
  return { isAllowed: true, rule: access === 'signedIn' ? 'signedIn' : 'role' };
};
