import type { OrganizationCreate, OrganizationUpdate } from '../../../../shared/contract/organizationSchemas.ts';
import { organizationProblems } from '../../../../shared/rules/organization.ts';
import { planAllows, planUsersText } from '../../../../shared/rules/plan.ts';
import { licensingKeptText, type ResellerHolder, resellerChange } from '../../../../shared/rules/reseller.ts';
import { subdomainText } from '../../../../shared/rules/subdomain.ts';
import type { Config } from '../../../config.ts';
import { findReservedWord } from '../../../database/reservedWords.ts';
import { violatedConstraint } from '../../../database/sqlState.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Difference, OrganizationColumns, OrganizationRecord } from './organizationFields.ts';
import { refuseLockOut, refuseUnknownFeatures, refuseUnknownProvider } from './groupRules.ts';
import { groupsOf } from './organizationGroups.ts';
import { findResellerChoice, planChoices, unknownReferences } from './referenceStore.ts';
import { isSubdomainTaken } from './subdomainStore.ts';

const subdomainTaken = () => new ApiProblem('E-ORG-SUBDOMAIN-TAKEN', { modelState: { subdomain: [subdomainText] } });

/** The form of the fields: what the web form and the command line check with the same function. */
export function refuseProblems(body: OrganizationCreate | OrganizationUpdate, before?: OrganizationRecord): void {
  // Whether a state or a ZIP fits depends on the country, which a partial change may leave where it is.
  const country = body.address?.country === undefined ? before?.country : body.address.country;
  // Whether a field of the exchange is missing depends on those beside it as well.
  const qhin = before && body.qhin ? { ...groupsOf(before).qhin, ...definedFields(body.qhin) } : body.qhin;
  const fields = { ...body, qhin, ...(body.address ? { address: { ...body.address, country } } : {}) };
  const problems = organizationProblems(fields, before ? 'change' : 'new');
  const names = Object.keys(problems);
  if (names.length === 0) return;
  const isSubdomainAlone = names.length === 1 && names[0] === 'subdomain';
  throw new ApiProblem(isSubdomainAlone ? 'E-ORG-SUBDOMAIN' : 'E-REQUEST-INVALID', { modelState: problems });
}

const definedFields = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** A new subdomain must be free, and neither be a reserved word nor look like one. */
export async function refuseSubdomain(
  tx: Transaction,
  config: Pick<Config, 'publicUrl'>,
  { columns }: Difference,
  id?: string,
): Promise<void> {
  if (!columns.subdomain) return;
  if (await findReservedWord(tx, columns.subdomain)) {
    throw new ApiProblem('E-ORG-SUBDOMAIN', { modelState: { subdomain: [subdomainText] } });
  }
  if (await isSubdomainTaken(tx, config, columns.subdomain, id)) throw subdomainTaken();
}

/** Whatever the changed columns point at must be there. */
export async function refuseUnknownReferences(
  tx: Transaction,
  { columns }: Difference,
  before?: OrganizationRecord,
): Promise<void> {
  const fields = await unknownReferences(tx, columns);
  if (fields.length > 0) {
    throw new ApiProblem('E-ORG-REFERENCE', {
      modelState: Object.fromEntries(fields.map((field) => [field, ['There is no such record.']])),
    });
  }
  await refuseUnknownProvider(tx, columns);
  await refuseUnknownFeatures(tx, columns, before);
  await refuseLockOut(tx, columns, before);
}

interface Subscription {
  readonly planId: string | null;
  readonly resellerId: string | null;
}

/**
 * Reseller and plan after the change (spec 1 section 4): the plan of the request decides, except that removing a licensing reseller
 * clears the plan, and a licensing reseller without a plan in the request gets the stored plan or the first that fits.
 */
export async function subscriptionAfter(
  tx: Transaction,
  holder: ResellerHolder & Subscription,
  columns: OrganizationColumns,
): Promise<Subscription> {
  const requested = columns.resellerId === undefined ? holder.resellerId : columns.resellerId;
  const next = requested ? await findResellerChoice(tx, requested) : null;
  // It was deleted since it was loaded.
  if (requested && !next)
    throw new ApiProblem('E-ORG-REFERENCE', { modelState: { resellerId: ['There is no such record.'] } });
  const plans = await planChoices(tx);
  const outcome = resellerChange({ ...holder, chosenPlanId: columns.planId }, next, plans);
  if (outcome.blocked !== null) {
    throw new ApiProblem(outcome.blocked === licensingKeptText ? 'E-ORG-FREE-PLAN-USERS' : 'E-REQUEST-INVALID', {
      modelState: { resellerId: [outcome.blocked] },
    });
  }
  const { planId } = outcome;
  refuseSmallPlan(plans, { planId, numberOfUsers: holder.numberOfUsers ?? 1 }, columns);
  return { resellerId: outcome.resellerId, planId };
}

/** No plan is the Free Plan. A plan that was too small before this change stays where it is. */
function refuseSmallPlan(
  plans: Awaited<ReturnType<typeof planChoices>>,
  { planId, numberOfUsers }: { readonly planId: string | null; readonly numberOfUsers: number },
  columns: OrganizationColumns,
): void {
  const plan = plans.find(({ id }) => id === planId) ?? null;
  if (planAllows(plan, numberOfUsers)) return;
  if (columns.planId === undefined && columns.numberOfUsers === undefined) return;
  const field = columns.planId === undefined ? 'numberOfUsers' : 'planId';
  throw new ApiProblem('E-ORG-PLAN-USERS', { modelState: { [field]: [planUsersText] } });
}

/** Races that the checks above cannot see end at the constraints, with the same errors. */
export function problemOfConstraint(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'organizations_subdomain') return subdomainTaken();
  if (constraint === 'organizations_qhin_oid') {
    const text = 'Another organization has this OID.';
    return new ApiProblem('E-OID-TAKEN', { message: text, modelState: { 'qhin.participantOid': [text] } });
  }
  if (constraint?.startsWith('organizations_') && constraint.includes('_fk')) return new ApiProblem('E-ORG-REFERENCE');
  return error;
}
