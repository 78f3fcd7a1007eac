import type { Client } from '../../../shared/client/createClient.ts';
import { workflowSteps } from '../../../shared/rules/exchange.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import { outputWith } from '../../output/outputWith.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';

/** What the server says a bulk retry would do; of the workflows the first hundred. */
export type RetryPlan = Awaited<ReturnType<Client['retryjobs']['plan']>>;
type PlanItem = RetryPlan['items'][number];

const fields = [
  'action',
  'verdict',
  'id',
  'name',
  'total',
  'eligible',
  'reasons',
  'workflows',
  'shown',
  'changes',
  'consequences',
];

export const workflowsText = (count: number): string => `${thousands(count)} workflow${count === 1 ? '' : 's'}`;

/** `3 cannot: completed`, a line for each reason. */
export const reasonTexts = ({ reasons }: RetryPlan): readonly string[] =>
  reasons.map(({ reason, count }) => `${thousands(count)} cannot: ${reason}`);

/** The type whose workflows have this step, where only one has it. */
const typeOf = (stepName: string | null): string | null => {
  const types = Object.entries(workflowSteps).filter(([, steps]) => steps.some((name) => name === stepName));
  return types.length === 1 ? (types[0]?.[0] ?? null) : null;
};

const rowOf = ({ workflowId, isEligible, ...rest }: PlanItem, type: string | undefined) => ({
  id: workflowId,
  type: type ?? typeOf(rest.stepName),
  ...rest,
  isEligible,
});

const textOf = ({ id, type, stepName, isEligible, reason }: ReturnType<typeof rowOf>): string =>
  [id, type, stepName, isEligible ? 'would be retried' : `cannot: ${reason ?? 'unknown'}`].filter(Boolean).join(' ');

/** The end of a bulk retry that nothing is to be done in, dry or not. */
export const nothingToRetry = (plan: RetryPlan, path: string, isDry: boolean): CliError =>
  new CliError('E-USAGE', 'None of these workflows can be retried; nothing was sent.', {
    code: 'E-RETRY-NOTHING',
    exit: 'conflict',
    details: plan.total === 0 ? ['The flags select no workflow.'] : reasonTexts(plan),
    hint: isDry
      ? 'The record says why for each; choose others: carepost workflows list --status Failed'
      : `Add --dry-run to carepost ${path}: it says why for each.`,
  });

/** The record of a dry run: the numbers, and of each workflow what would become of it. `type` is the one that was asked for. */
export const showRetryPlan = async (context: Context, plan: RetryPlan, type: string | undefined): Promise<void> => {
  const { output, terminal, path } = context;
  const isTable = output.format === 'table';
  const rows = plan.items.map((item) => rowOf(item, type));
  if (rows.length < plan.total)
    terminal.note(`The first ${thousands(rows.length)} of ${workflowsText(plan.total)} are shown.`);
  await outputWith(context, { fields: { all: fields, table: fields.slice(0, -2) }, rows: {} }).record({
    action: path,
    verdict: plan.eligible === 0 ? 'unchanged' : 'do',
    id: null,
    name: null,
    total: plan.total,
    eligible: plan.eligible,
    reasons: isTable ? reasonTexts(plan) : plan.reasons,
    workflows: isTable ? rows.map(textOf) : rows,
    shown: rows.length,
    changes: [],
    consequences: [],
  });
};
