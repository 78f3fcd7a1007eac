import type { Plan } from '../../shared/contract/plans.ts';
import { unlimitedUsers } from '../../shared/rules/plan.ts';
import { isEmptyValue } from '../components/formRules.ts';
import { type FieldText, textOf } from '../components/records/fieldText.ts';
import type { RecordDesk } from '../components/records/recordDesk.ts';

export interface PlanFormValues {
  readonly name: FieldText;
  readonly tierCode: FieldText;
  /** Null or what was typed where it is no number. */
  readonly allowedUsers: number | string | null;
  readonly isUnlimited: boolean;
}

export const maxAllowedUsers = 1_000_000;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxAllowedUsers;

/** The form as it is sent; unlimited is a number of its own (spec 1 section 3). */
export const planBody = ({ name, tierCode, allowedUsers, isUnlimited }: PlanFormValues) => ({
  name: textOf(name),
  tierCode: textOf(tierCode),
  allowedUsers: isUnlimited ? unlimitedUsers : Number(allowedUsers),
});

/** An empty box is the field's own matter. */
const planProblems = ({ allowedUsers, isUnlimited }: PlanFormValues): Record<string, string> => {
  const fits = isUnlimited || isEmptyValue(allowedUsers) || isCount(allowedUsers);
  return fits ? {} : { allowedUsers: 'plans.problems.allowedUsers' };
};

export const planDesk: RecordDesk<Plan, PlanFormValues> = {
  words: 'plans',
  path: '/admin/plans',
  empty: { name: '', tierCode: '', allowedUsers: null, isUnlimited: false },
  toForm: ({ name, tierCode, allowedUsers }) => {
    const isUnlimited = allowedUsers === unlimitedUsers;
    return { name, tierCode, allowedUsers: isUnlimited ? null : allowedUsers, isUnlimited };
  },
  problems: planProblems,
  load: (provider, id, options) => provider.call('plans', 'get', { params: { id } }, options),
  save: (provider, values, stored) =>
    stored
      ? provider.call('plans', 'update', {
          params: { id: stored.id },
          body: { ...planBody(values), version: stored.version },
        })
      : provider.call('plans', 'create', { body: planBody(values) }),
  remove: (provider, id) => provider.call('plans', 'delete', { params: { id } }),
};
