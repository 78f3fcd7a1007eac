import type { PlanLimit } from './plan.ts';
import { freePlanUserLimit, plansFor } from './plan.ts';

/** Kinds of reseller by their stored number (spec 1 section 9). */
export const resellerTypes = { Affiliate: 0, Licensing: 1 } as const;
export type ResellerType = (typeof resellerTypes)[keyof typeof resellerTypes];

/** Colours a reseller can choose (spec 2 section 3). */
export const resellerColors = [
  { name: 'White', value: '#ffffff' },
  { name: 'Light Grey', value: '#e6e9ed' },
  { name: 'Dark Grey', value: '#3f4449' },
] as const;

/** Longest URL code, in characters. */
export const urlCodeMax = 100;

const urlCodeForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Whether the value can be a reseller's URL code: small letters and digits, single hyphens between them. */
export const isUrlCode = (value: string): boolean => value.length <= urlCodeMax && urlCodeForm.test(value);

/** Shown beside a URL code that fails `isUrlCode`; the spec names the code but no text. */
export const urlCodeText = 'Use small letters, digits and single hyphens between them.';

/** A URL code made from a name: "Größe & Co." becomes `grosse-co`. Never empty. */
export const urlCodeOf = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, urlCodeMax - 10)
    .replace(/^-+|-+$/g, '') || 'reseller';

/** Page size that asks for all resellers (spec 2 section 9). */
export const resellerPageSize = 5000;

/** Warning after an affiliate change on a paid plan (spec 1 section 8). */
export const resellerChangedText =
  'The reseller has changed. You will need to ensure the subscription in the card payment provider is updated to reflect this change.';

/** Warning when the licensing reseller goes (spec 1 section 8). */
export const licensingRemovedText = 'Removing a Licensing Reseller will reset the organization to a Free Plan.';

/** Why the licensing reseller cannot go (spec 1 section 8). */
export const licensingKeptText =
  "Can't remove Licenser because this organization exceeds the user limit for the free plan.";

/** Why a licensing reseller cannot come; the spec names the rule (section 4) but no text. */
export const licensingRefusedText = 'A Licensing Reseller can only be set when the organization has no plan.';

/** What the rules need to know of a reseller. */
export type ResellerChoice = { readonly id: string; readonly type: ResellerType };

/**
 * What the rules need to know of the organization: its stored plan and reseller, its present number of users, and the plan that
 * the form or the request has chosen beside the stored one (undefined: none was chosen, null: no plan).
 */
export type ResellerHolder = {
  readonly planId?: string | null | undefined;
  readonly chosenPlanId?: string | null | undefined;
  readonly reseller?: ResellerChoice | null | undefined;
  readonly numberOfUsers?: number | null | undefined;
};

const isLicensing = (reseller: ResellerChoice | null | undefined): boolean =>
  reseller?.type === resellerTypes.Licensing;

/**
 * Whether any reseller may be set: only without a plan or with a licensing reseller. Otherwise affiliates alone can be
 * exchanged, with a warning (spec 1 section 4).
 */
export const mayChooseReseller = (organization: ResellerHolder): boolean =>
  !organization.planId || isLicensing(organization.reseller);

/** What choosing a reseller does. `blocked`: the choice is refused with this text. `warning`: it is taken, and this is shown. */
export type ResellerChange = {
  readonly blocked: string | null;
  readonly warning: string | null;
  readonly resellerId: string | null;
  readonly planId: string | null;
};

/**
 * The outcome of giving the organization the reseller `next` (null takes it away), with `plans` in the order the choice
 * list shows them (spec 1 section 4). What is allowed and what needs a warning depends on the stored record; the plan is the
 * chosen one, and only without one a licensing reseller brings the stored plan or the first that fits. A blocked change leaves
 * reseller and plan as they are.
 */
export const resellerChange = (
  organization: ResellerHolder,
  next: ResellerChoice | null,
  plans: readonly (PlanLimit & { readonly id: string })[],
): ResellerChange => {
  const users = organization.numberOfUsers ?? 0;
  const current = organization.reseller ?? null;
  const storedPlanId = organization.planId || null;
  const planId = organization.chosenPlanId === undefined ? storedPlanId : organization.chosenPlanId || null;
  const refuse = (blocked: string): ResellerChange => ({
    blocked,
    warning: null,
    resellerId: current?.id ?? null,
    planId,
  });
  const take = (warning: string | null, plan: string | null): ResellerChange => ({
    blocked: null,
    warning,
    resellerId: next?.id ?? null,
    planId: plan,
  });

  const isSame = (current?.id ?? null) === (next?.id ?? null);
  if (isLicensing(next)) {
    if (!isSame && !mayChooseReseller(organization)) return refuse(licensingRefusedText);
    const first = isSame ? null : (plansFor(plans, users)[0]?.id ?? null);
    return take(null, planId ?? storedPlanId ?? first);
  }
  if (isSame) return take(null, planId);
  if (isLicensing(current)) {
    return users > freePlanUserLimit ? refuse(licensingKeptText) : take(licensingRemovedText, null);
  }
  return take(storedPlanId ? resellerChangedText : null, planId);
};
