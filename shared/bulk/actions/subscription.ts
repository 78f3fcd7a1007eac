import { planAllows, planUsersText } from '../../rules/plan.ts';
import {
  licensingKeptText,
  licensingRemovedText,
  type ResellerHolder,
  resellerChange,
  resellerChangedText,
} from '../../rules/reseller.ts';
import type { RowContext } from '../action.ts';
import type { Consequence } from '../consequences.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import { plansOnce, resellersOnce } from './references.ts';

const textIn = (values: Values, column: string): string | null => {
  const value = values[column];
  return typeof value === 'string' ? value : null;
};

const planBlankText = 'Leave the plan blank, or change it in a second file.';

const touched = ['number_of_users', 'plan_id', 'reseller_id'];

/** The effect on plan and reseller, as the server decides it (spec 1 section 4; server: subscriptionAfter). */
const subscriptionAfter = async (sent: Values, current: Values, context: RowContext) => {
  const [plans, resellers] = await Promise.all([plansOnce(context), resellersOnce(context)]);
  const currentResellerId = textIn(current, 'reseller_id');
  const users = Number(sent['number_of_users'] ?? current['number_of_users'] ?? 1);
  const subscriptionHolder: ResellerHolder = {
    planId: textIn(current, 'plan_id'),
    chosenPlanId: sent['plan_id'] === undefined ? undefined : textIn(sent, 'plan_id'),
    reseller: currentResellerId === null ? null : (resellers.get(currentResellerId) ?? null),
    numberOfUsers: users,
  };
  const resellerId = sent['reseller_id'] === undefined ? currentResellerId : textIn(sent, 'reseller_id');
  const outcome = resellerChange(
    subscriptionHolder,
    resellerId === null ? null : (resellers.get(resellerId) ?? null),
    plans,
  );
  return { outcome, plan: plans.find(({ id }) => id === outcome.planId) ?? null, users };
};

/**
 * Changes of plan, reseller and number of users that the server would refuse or carry out differently. `requested` are the cells of the
 * row, `sent` those of them that differ from the current record.
 */
export const subscriptionProblems = async (
  requested: Values,
  sent: Values,
  current: Values,
  context: RowContext,
): Promise<CellProblem[]> => {
  if (!touched.some((column) => sent[column] !== undefined)) return [];
  const { outcome, plan, users } = await subscriptionAfter(sent, current, context);
  if (outcome.blocked !== null) {
    const code = outcome.blocked === licensingKeptText ? 'E-ORG-FREE-PLAN-USERS' : 'E-CELL-RULE';
    return [{ column: 'reseller_id', code, message: outcome.blocked }];
  }
  if (requested['plan_id'] !== undefined && textIn(requested, 'plan_id') !== outcome.planId) {
    const why =
      outcome.warning === licensingRemovedText ? licensingRemovedText : 'A Licensing Reseller brings a plan along.';
    return [{ column: 'plan_id', code: 'E-CELL-RULE', message: `${why} ${planBlankText}` }];
  }
  const isRequested = sent['plan_id'] !== undefined || sent['number_of_users'] !== undefined;
  if (!isRequested || planAllows(plan, users)) return [];
  const column = sent['plan_id'] === undefined ? 'number_of_users' : 'plan_id';
  return [{ column, code: 'E-ORG-PLAN-USERS', message: planUsersText }];
};

/** Effects of a change of plan or reseller besides the record (spec 1 section 8). */
export const subscriptionConsequences = async (
  sent: Values,
  current: Values,
  context: RowContext,
): Promise<Consequence[]> => {
  if (sent['reseller_id'] === undefined && sent['plan_id'] === undefined) return [];
  const { outcome } = await subscriptionAfter(sent, current, context);
  const consequences: Consequence[] = [];
  if (outcome.warning === resellerChangedText) consequences.push({ kind: 'card-subscription', count: 1 });
  if (textIn(current, 'plan_id') !== null && outcome.planId === null)
    consequences.push({ kind: 'free-plan', count: 1 });
  return consequences;
};
