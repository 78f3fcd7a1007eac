import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { PlanChoice } from '../../shared/contract/subscriptionplans.ts';
import type { Current } from '../../shared/bulk/action.ts';
import { planFeatures, priceText, unlimitedUsers } from '../../shared/rules/plan.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { type Command, contentFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import { valueAt } from '../output/fields.ts';
import { actionCommand, fieldsOf, getCommand, listCommand, nameOf, pagesCommand } from '../records/commandBuilders.ts';
import { organizationArgument } from '../records/organizationLookup.ts';

const shown = [
  'organizationId',
  'organizationName',
  'planName',
  'monthlyPriceCents',
  'memberCount',
  'numberOfUsers',
  'status',
  'cancelAt',
  'canceledAt',
  'cancelReason',
  'billing',
  'reference',
];

/** The plan of an organization that a flag names by id, name or tier code; free is the Free Plan. Plans may share a tier code. */
const planNamed = async (
  client: Client,
  organizationId: string,
  text: string,
  read: CallOptions,
): Promise<PlanChoice> => {
  const { items } = await client.subscriptionplans.subscriptions({ query: { organizationId } }, read);
  const lower = text.toLowerCase();
  const exact = items.find(({ id, name }) => [id, name.toLowerCase()].includes(lower));
  const matches = exact ? [exact] : items.filter(({ tierCode }) => tierCode?.toLowerCase() === lower);
  if (matches.length > 1)
    throw new CliError('E-NAME-AMBIGUOUS', `${matches.length} plans have the tier code "${text}".`, {
      hint: 'Give the name or the id of the plan.',
      details: matches.map(({ id, name }) => `${name}: ${id}`),
    });
  const [match] = matches;
  if (match) return match;
  // An error "not found" would be about the organization.
  const known = items.map(({ name }) => name);
  throw new CliError('E-USAGE', `There is no plan "${text}".${didYouMean(text, known)}`, {
    hint: `Run: carepost subscriptions list ${organizationId}`,
  });
};

const priced = ({ name, monthlyPriceCents }: PlanChoice): string => `${name} (${priceText(monthlyPriceCents)} a month)`;

const planText = (current: Current | undefined): string => {
  const name = valueAt(current?.record ?? {}, 'planName');
  return typeof name === 'string' ? name : 'its plan';
};

const planFlag = contentFlag('--plan <plan>', 'name, tier code or id of the plan, or free', { required: true });

/** Subscriptions of organizations: the plans they can take, and changes of them. */
export const commands: readonly Command[] = [
  listCommand({
    name: 'list',
    summary: 'List the plans that an organization can take, with the difference to its current plan',
    arguments: [organizationArgument],
    fields: {
      all: [
        'id',
        'name',
        'tierCode',
        'price',
        'priceDifference',
        'users',
        'features',
        'isCurrent',
        'isAvailable',
        'unavailableReason',
        'monthlyPriceCents',
        'allowedUsers',
        'difference',
      ],
      table: ['name', 'price', 'priceDifference', 'users', 'features', 'isCurrent', 'unavailableReason'],
    },
    calls: ['subscriptionplans.subscriptions'],
    examples: ['<id>', "<id> --where 'isAvailable=true' --output json"],
    async load({ client, id, read }) {
      const { items } = await client.subscriptionplans.subscriptions({ query: { organizationId: id } }, read);
      return {
        items: items.map((plan) => ({
          ...plan,
          price: priceText(plan.monthlyPriceCents),
          priceDifference: `${plan.difference.monthlyPriceCents > 0 ? '+' : ''}${priceText(plan.difference.monthlyPriceCents)}`,
          users: plan.allowedUsers === unlimitedUsers ? 'unlimited' : plan.allowedUsers,
          features: planFeatures.filter((feature) => plan.features.includes(feature)),
        })),
      };
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show the subscription of an organization: plan, price, status and how it is paid',
    arguments: [organizationArgument],
    calls: ['subscriptionplans.subscriptions'],
    examples: ['<id>', '<id> --output json --fields planName,status,billing'],
    fields: shown,
    rowFields: shown,
    load: async ({ client, id, read }) => {
      const { items: _items, ...subscription } = await client.subscriptionplans.subscriptions(
        { query: { organizationId: id } },
        read,
      );
      return subscription;
    },
  }),
  actionCommand({
    name: 'change',
    summary: 'Change the plan of an organization',
    description: 'A subscription that is paid by card is changed at the payment provider too, at once and prorated.',
    arguments: [organizationArgument],
    options: [planFlag],
    action: 'subscriptions.change',
    fields: shown,
    calls: ['subscriptionplans.subscriptions', 'subscriptionplans.change'],
    examples: ['<id> --plan ENT --yes', '<id> --plan Enterprise --yes --reason "They grow" --output json'],
    async change({ client, read, id, options: { plan = '' } }) {
      const offered = await planNamed(client, id, plan, read);
      return {
        values: { id, plan_id: offered.id },
        title: (current) => `Change the plan of ${nameOf(current, id)} from ${planText(current)} to ${priced(offered)}`,
        unchanged: (current) => `${nameOf(current, id)} has this plan already; nothing was sent.`,
        done: 'The plan was changed successfully.',
      };
    },
  }),
  actionCommand({
    name: 'cancel',
    summary: 'Cancel the subscription of an organization; it stays usable until the final date',
    arguments: [organizationArgument],
    options: [contentFlag('--cancel-reason <text>', 'why it is canceled', { required: true })],
    action: 'subscriptions.cancel',
    fields: shown,
    calls: ['subscriptionplans.subscriptions', 'subscriptionplans.cancel'],
    examples: [
      '<id> --cancel-reason "Practice closes in June" --yes',
      '<id> --cancel-reason "Merged" --yes --output json --fields status,cancelAt',
    ],
    change: ({ id, options: { cancelReason = '' } }) => ({
      values: { id, cancel_reason: cancelReason },
      title: (current) => `Cancel the subscription of ${nameOf(current, id)} (${planText(current)})`,
      unchanged: (current) =>
        `The subscription of ${nameOf(current, id)} is canceled already with this reason; nothing was sent.`,
      done: 'The subscription was canceled successfully.',
    }),
  }),
  actionCommand({
    name: 'reactivate',
    summary: 'Reactivate the canceled subscription of an organization with a plan',
    arguments: [organizationArgument],
    options: [planFlag],
    action: 'subscriptions.reactivate',
    fields: shown,
    calls: ['subscriptionplans.subscriptions', 'subscriptionplans.reactivate'],
    examples: ['<id> --plan ENT --yes', '<id> --plan free --yes --output json'],
    async change({ client, read, id, options: { plan = '' } }) {
      const offered = await planNamed(client, id, plan, read);
      return {
        values: { id, plan_id: offered.id },
        title: (current) => `Reactivate the subscription of ${nameOf(current, id)} with the plan ${priced(offered)}`,
        unchanged: (current) =>
          `The subscription of ${nameOf(current, id)} is active with this plan; nothing was sent.`,
        done: 'Organization successfully reactivated.',
      };
    },
  }),
  pagesCommand({
    name: 'history',
    summary: 'List the changes of the subscription of an organization, newest first',
    arguments: [organizationArgument],
    fields: {
      ...fieldsOf('subscriptionplans.history', [
        'at',
        'actorName',
        'action',
        'fromPlan',
        'toPlan',
        'cancelAt',
        'reason',
      ]),
      since: 'at',
    },
    calls: ['subscriptionplans.history'],
    examples: ['<id>', '<id> --all --output csv'],
    sortedBy: 'id',
    newestFirst: true,
    maxPageSize: 200,
    isSearchable: false,
    pages:
      ({ client, id, read }) =>
      ({ pageNumber, pageSize }) =>
        client.subscriptionplans.history({ query: { organizationId: id, pageNumber, pageSize } }, read),
  }),
  getCommand({
    name: 'provider',
    summary: 'Show a subscription as the payment provider has it, with the address where the customer manages it',
    arguments: [
      {
        name: '<reference>',
        summary: 'id of the subscription at the payment provider, as subscriptions get shows it',
        record: { name: 'subscription at the payment provider', list: 'subscriptions get <id>', ids: 'text' },
      },
    ],
    calls: ['subscriptionplans.fastspring'],
    examples: ['<reference>', '<reference> --output json --fields manageUrl'],
    rowFields: ['id', 'organizationName', 'state', 'product', 'priceCents', 'nextChargeAt', 'endsAt'],
    load: ({ client, id, read }) => client.subscriptionplans.fastspring({ params: { id } }, read),
  }),
];
