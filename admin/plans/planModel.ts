import type { Plan } from '../../shared/contract/plans.ts';
import { maxMonthlyPriceCents, type PlanFeature, planFeatures, unlimitedUsers } from '../../shared/rules/plan.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

export interface PlanFormValues {
  readonly name: FieldText;
  readonly tierCode: FieldText;
  readonly allowedUsers: number | null;
  readonly isUnlimited: boolean;
  /** Dollars a month. */
  readonly monthlyPrice: number | null;
  readonly features: readonly PlanFeature[];
}

export const maxAllowedUsers = 1_000_000;

/** Unlimited is a number of its own (spec 1 section 3). */
export const planModel: RecordModel<Plan, PlanFormValues> = {
  empty: { name: '', tierCode: '', allowedUsers: null, isUnlimited: false, monthlyPrice: null, features: planFeatures },
  toForm: ({ name, tierCode, allowedUsers, monthlyPriceCents, features }) => {
    const isUnlimited = allowedUsers === unlimitedUsers;
    return {
      name,
      tierCode,
      allowedUsers: isUnlimited ? null : allowedUsers,
      isUnlimited,
      monthlyPrice: monthlyPriceCents / 100,
      features,
    };
  },
  toBody: ({ name, tierCode, allowedUsers, isUnlimited, monthlyPrice, features }) => ({
    name: textOf(name),
    tierCode: textOf(tierCode),
    allowedUsers: isUnlimited ? unlimitedUsers : allowedUsers,
    monthlyPriceCents: Math.round((monthlyPrice ?? 0) * 100),
    features,
  }),
};

/** Validator of the number of users, which is required unless the plan is unlimited. */
export const validateAllowedUsers = (value: unknown, { isUnlimited }: Partial<PlanFormValues>): string | undefined => {
  if (isUnlimited === true) return undefined;
  const isCount = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxAllowedUsers;
  return isCount ? undefined : 'plans.problems.allowedUsers';
};

const maxMonthlyPrice = maxMonthlyPriceCents / 100;

/** Validator of the price of a month: dollars with at most two decimals; empty means that the plan costs nothing. */
export const validateMonthlyPrice = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  const price = Number(value);
  const isPrice = price >= 0 && price <= maxMonthlyPrice && Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
  return isPrice ? undefined : 'plans.problems.monthlyPrice';
};
