import type { Plan } from '../../shared/contract/plans.ts';
import { unlimitedUsers } from '../../shared/rules/plan.ts';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

export interface PlanFormValues {
  readonly name: FieldText;
  readonly tierCode: FieldText;
  readonly allowedUsers: number | null;
  readonly isUnlimited: boolean;
}

export const maxAllowedUsers = 1_000_000;

/** Unlimited is a number of its own (spec 1 section 3). */
export const planModel: RecordModel<Plan, PlanFormValues> = {
  empty: { name: '', tierCode: '', allowedUsers: null, isUnlimited: false },
  toForm: ({ name, tierCode, allowedUsers }) => {
    const isUnlimited = allowedUsers === unlimitedUsers;
    return { name, tierCode, allowedUsers: isUnlimited ? null : allowedUsers, isUnlimited };
  },
  toBody: ({ name, tierCode, allowedUsers, isUnlimited }) => ({
    name: textOf(name),
    tierCode: textOf(tierCode),
    allowedUsers: isUnlimited ? unlimitedUsers : allowedUsers,
  }),
};

/** Validator of the number of users, which is required unless the plan is unlimited. */
export const validateAllowedUsers = (value: unknown, { isUnlimited }: Partial<PlanFormValues>): string | undefined => {
  if (isUnlimited === true) return undefined;
  const isCount = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxAllowedUsers;
  return isCount ? undefined : 'plans.problems.allowedUsers';
};
