import { errorCatalogue } from '../../contract/errors.ts';
import type { Subscription } from '../../contract/subscriptionplans.ts';
import { canceledText, cancelReasonMax, freePlanId, licensedPlanText } from '../../rules/subscription.ts';
import type { BulkAction, Column, Current, RowContext } from '../action.ts';
import type { Consequence } from '../consequences.ts';
import type { CellProblem } from '../problems.ts';
import type { Values } from '../values.ts';
import {
  guarded,
  idOf,
  idProblems,
  ifThere,
  isId,
  nothingKnown,
  organizationColumn,
  organizationRows,
  textOf,
} from './targets.ts';

const planColumn: Column = {
  name: 'plan_id',
  kind: 'text',
  required: true,
  maxLength: 36,
  summary: 'id of the plan, or free for the Free Plan',
  field: 'planId',
  examples: ['018f2b6c-5a3e-7c41-9d20-3b6f1e4a7d01', freePlanId],
};

const currentOf = (subscription: Subscription): Current => ({
  id: subscription.organizationId,
  name: subscription.organizationName,
  version: subscription.version,
  values: { plan_id: subscription.planId, canceled: subscription.status !== 'Active' },
  record: subscription,
});

const readSubscription = async (
  organizationId: string,
  { client, options }: RowContext,
): Promise<Current | undefined> => {
  const reading = client.subscriptionplans.subscriptions({ query: { organizationId } }, { ...options, fresh: true });
  const subscription = await ifThere(reading);
  return subscription && currentOf(subscription);
};

const planOf = (values: Values): string => textOf(values, 'plan_id').toLowerCase();

const planIdProblems = (values: Values): CellProblem[] => {
  const plan = planOf(values);
  if (plan === '' || plan === freePlanId || isId(plan)) return [];
  return [{ column: 'plan_id', code: 'E-CELL-RULE', message: `"${plan}" is neither the id of a plan nor free.` }];
};

/** The plans of the organization as it was read. */
const choicesOf = (current: Current | undefined) => subscriptionOf(current)?.items ?? [];

/** A plan that the organization cannot take, as the server decides it. */
const availabilityProblems = (values: Values, current: Current | undefined): CellProblem[] => {
  const plan = choicesOf(current).find(({ id }) => id === planOf(values));
  if (!plan) return [{ column: 'plan_id', code: 'E-ORG-REFERENCE', message: `There is no plan "${planOf(values)}".` }];
  if (plan.unavailableReason === null) return [];
  const code = plan.unavailableReason === licensedPlanText ? 'E-SUBSCRIPTION-LICENSED' : 'E-ORG-PLAN-USERS';
  return [{ column: 'plan_id', code, message: plan.unavailableReason }];
};

const subscriptionOf = (current: Current | undefined) => current?.record as Subscription | undefined;

const canceledProblems = (current: Current | undefined): CellProblem[] => {
  const { canceledAt = null, cancelReason = null } = subscriptionOf(current) ?? {};
  const { hint } = errorCatalogue['E-SUBSCRIPTION-CANCELED'];
  const message = `${canceledText(canceledAt, cancelReason)} ${hint}`;
  return [{ column: 'id', code: 'E-SUBSCRIPTION-CANCELED', message }];
};

const activeProblems = (): CellProblem[] => {
  const { message, hint } = errorCatalogue['E-SUBSCRIPTION-ACTIVE'];
  return [{ column: 'id', code: 'E-SUBSCRIPTION-ACTIVE', message: `${message} ${hint}` }];
};

const cardConsequences = (current: Current | undefined): Consequence[] =>
  subscriptionOf(current)?.billing === 'Card' ? [{ kind: 'card-change', count: 1 }] : [];

/** What the actions on subscriptions share: the organization is the record of a row. */
const ofOrganization = {
  kind: 'update',
  naturalKey: 'id',
  keyOf: (values) => idOf(values),
  lockOf: (values) => idOf(values),
  problems: (values) => [...idProblems(values, ['id']), ...planIdProblems(values)],
  read: (values, context) => readSubscription(idOf(values), context),
  async *scan(context, keep) {
    for await (const { id } of organizationRows(context, keep)) {
      const current = await readSubscription(id, context);
      if (current !== undefined) yield current;
    }
  },
  keyCells: ({ id }) => ({ id }),
} as const satisfies Partial<BulkAction>;

const change: BulkAction = {
  ...ofOrganization,
  name: 'subscriptions.change',
  summary: 'Change the plans of organizations',
  columns: [organizationColumn('id'), planColumn],
  undoes: 'restores the former plan',
  calls: ['organizations.list', 'subscriptionplans.subscriptions', 'subscriptionplans.change'],
  desired: (values) => ({ plan_id: planOf(values) }),
  async check(values, current) {
    if (current?.values['plan_id'] === planOf(values)) return [];
    return current?.values['canceled'] === true ? canceledProblems(current) : availabilityProblems(values, current);
  },
  consequences: (values, current) => [
    ...cardConsequences(current),
    ...(planOf(values) === freePlanId ? [{ kind: 'free-plan', count: 1 } as const] : []),
  ],
  async write(values, current, _changes, { client, options }) {
    const query = { organizationId: idOf(values), planId: planOf(values) };
    return currentOf(await client.subscriptionplans.change({ query }, guarded(options, current)));
  },
  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'subscriptions.change', values: { id, plan_id: before.values['plan_id'] ?? freePlanId } },
};

const cancel: BulkAction = {
  ...ofOrganization,
  name: 'subscriptions.cancel',
  summary: 'Cancel the subscriptions of organizations; they stay usable until their final date',
  columns: [
    organizationColumn('id'),
    {
      name: 'cancel_reason',
      kind: 'text',
      required: true,
      maxLength: cancelReasonMax,
      lines: 'many',
      summary: 'why the subscription is canceled',
      field: 'cancelReason',
      examples: ['Practice closes in June', 'Merged with another organization'],
    },
  ],
  undoes: 'reactivates the subscription with its plan',
  calls: ['organizations.list', 'subscriptionplans.subscriptions', 'subscriptionplans.cancel'],
  desired: () => ({ canceled: true }),
  // The same cancellation again, as a repeated file has it, changes nothing; another reason would be lost.
  async check(values, current) {
    const isSame = subscriptionOf(current)?.cancelReason === textOf(values, 'cancel_reason').trim();
    return current?.values['canceled'] === true && !isSame ? canceledProblems(current) : [];
  },
  consequences: (_values, current) => cardConsequences(current),
  async write(values, current, _changes, { client, options }) {
    const query = { organizationId: idOf(values) };
    const body = { cancelReason: textOf(values, 'cancel_reason') };
    return currentOf(await client.subscriptionplans.cancel({ query, body }, guarded(options, current)));
  },
  reverse: ({ id, before }) =>
    before === undefined
      ? nothingKnown
      : { action: 'subscriptions.reactivate', values: { id, plan_id: before.values['plan_id'] ?? freePlanId } },
};

const reactivate: BulkAction = {
  ...ofOrganization,
  name: 'subscriptions.reactivate',
  summary: 'Reactivate canceled subscriptions of organizations with a plan',
  columns: [organizationColumn('id'), planColumn],
  undoes: null,
  calls: ['organizations.list', 'subscriptionplans.subscriptions', 'subscriptionplans.reactivate'],
  desired: (values) => ({ canceled: false, plan_id: planOf(values) }),
  async check(values, current) {
    if (current?.values['canceled'] === true) return availabilityProblems(values, current);
    return current?.values['plan_id'] === planOf(values) ? [] : activeProblems();
  },
  consequences: (_values, current) => cardConsequences(current),
  async write(values, current, _changes, { client, options }) {
    const query = { organizationId: idOf(values) };
    const body = { planId: planOf(values) };
    return currentOf(await client.subscriptionplans.reactivate({ query, body }, guarded(options, current)));
  },
  reverse: () => ({ cannot: 'A new cancellation needs a reason, and its final date would be another one.' }),
};

/** Changes of the subscriptions of organizations (spec 3 section 7). */
export const subscriptionActions: readonly BulkAction[] = [change, cancel, reactivate];
