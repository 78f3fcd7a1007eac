/** Users an organization without a plan (the free plan) may have (spec 1 section 9). */
export const freePlanUserLimit = 3;

/** Value of `allowedUsers` that means no limit (spec 1 section 9). */
export const unlimitedUsers = -1;

/** What the rules need to know of a plan. */
export type PlanLimit = { readonly allowedUsers: number };

/** Whether so many users fit the plan; null is the free plan (spec 1 section 4). */
export const planAllows = (plan: PlanLimit | null | undefined, users: number): boolean => {
  const allowed = plan ? plan.allowedUsers : freePlanUserLimit;
  return allowed === unlimitedUsers || allowed >= users;
};

/** The plans that are available to an organization with this number of users, in the same order (spec 1 section 4). */
export const plansFor = <Plan extends PlanLimit>(plans: readonly Plan[], numberOfUsers: number): Plan[] =>
  plans.filter((plan) => planAllows(plan, numberOfUsers));

/** Shown when the chosen plan does not fit the number of users. */
export const planUsersText = 'This plan allows fewer users than the organization has.';

/** What a subscription plan may do with a gated resource (spec 3 section 4). */
export const planResourceActions = ['show', 'hide', 'disable', 'cancel', 'planUpgradePrompt'] as const;

/** The lower plan that blocks forward, reply, release, triage and XDS-SD/CDA download (spec 3 section 1). */
export const stayConnectedPlanName = 'Stay Connected';

/** What the Stay Connected plan blocks (spec 3 section 1). */
export const stayConnectedBlocks = ['forward', 'reply', 'release', 'triage', 'cdaDownload'] as const;
export type StayConnectedBlock = (typeof stayConnectedBlocks)[number];

/** What a plan can include: what Stay Connected blocks (spec 3 section 1). */
export const planFeatures = stayConnectedBlocks;
export type PlanFeature = StayConnectedBlock;

export const planFeatureNames: Readonly<Record<PlanFeature, string>> = {
  forward: 'Forward messages',
  reply: 'Reply to messages',
  release: 'Release documents',
  triage: 'Triage',
  cdaDownload: 'Download XDS-SD and CDA documents',
};

/** What a plan with these features does not include; null is the Free Plan, which includes all of them. */
export const blockedFeatures = (included: readonly string[] | null): PlanFeature[] =>
  included === null ? [] : planFeatures.filter((feature) => !included.includes(feature));

/** Requests for an upgrade that a user may send within 24 hours. */
export const upgradeRequestsPerDay = 3;

/** Currency of all plans, as ISO 4217 writes it. */
export const planCurrency = 'USD';

/** Highest price of a plan for a month, in cents. */
export const maxMonthlyPriceCents = 100_000_000;

const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: planCurrency });

/** A price in cents as text: 24900 becomes `$249.00`. */
export const priceText = (cents: number): string => price.format(cents / 100);
