import { organizationListFields } from '../commands/orgs/list.ts';
import type { Context } from '../context.ts';
import { meets, parseCondition } from '../output/where.ts';

/** What --where keeps of the organization list. */
export const organizationFilter = (
  context: Context,
  where: readonly string[] | undefined,
): ((organization: Readonly<Record<string, unknown>>) => boolean) => {
  const conditions = (where ?? []).map((text) => parseCondition(text, organizationListFields));
  return (organization) => conditions.every((condition) => meets(organization, condition, context.now()));
};
