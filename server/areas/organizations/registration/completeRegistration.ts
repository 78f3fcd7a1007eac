import type { HandlerInput } from '../../../../shared/contract/endpoint.ts';
import type { registration as contract } from '../../../../shared/contract/registration.ts';
import { planAllows } from '../../../../shared/rules/plan.ts';
import { type SubdomainRefusal, subdomainRefusalTexts } from '../../../../shared/rules/registration.ts';
import { freePlanId, type PricedPlan } from '../../../../shared/rules/subscription.ts';
import { normaliseSubdomain } from '../../../../shared/rules/subdomain.ts';
import { audit } from '../../../database/audit.ts';
import { addMember } from '../../../database/memberships.ts';
import { changesBetween } from '../../../database/namedRecords.ts';
import { newId } from '../../../database/newId.ts';
import { violatedConstraint } from '../../../database/sqlState.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import type { RequestContext } from '../../../http/context.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { newPasswordProblem } from '../../../identity/newPassword.ts';
import { hashPassword } from '../../../identity/passwords.ts';
import { fieldProblem, named, nameTaken } from '../../../people/userChanges.ts';
import { insertUser, isUserNameTaken } from '../../../people/userStore.ts';
import { endRegistration, lockByToken } from '../../../registration/registrationLinks.ts';
import { acceptEula, activeAgreement, agreementType } from '../../../terms/activeAgreement.ts';
import { changeOrganization } from '../record/changeOrganization.ts';
import { insertOrganization } from '../record/organizationStore.ts';
import { subdomainRefusal } from '../record/subdomainStore.ts';
import { openCheckout, withProvider } from '../subscription/paidChange.ts';
import { findSubscriptionFacts, pricedPlans } from '../subscription/subscriptionStore.ts';
import { openLink } from './registrationAccess.ts';
import { brandAt } from './registrationStore.ts';

type Body = HandlerInput<typeof contract.complete>['body'];

/** The hash of the first password. It takes time, so it is made before the transaction, and only for a link that is open. */
export async function firstPasswordHash(password: string, userName: string): Promise<string> {
  const problem = await newPasswordProblem(password, userName);
  if (problem !== null) throw fieldProblem('password', problem);
  return hashPassword(password);
}

/** Organization, administrator, membership, acceptance and the end of the link, all or nothing. */
export function createRegistered(
  { config, database }: Services,
  { body, passwordHash, plan }: { readonly body: Body; readonly passwordHash: string; readonly plan: PricedPlan },
  context: RequestContext,
) {
  return inTransaction(database, async (tx) => {
    const registration = openLink(await lockByToken(tx, body.token));
    const { emailAddress } = registration;
    if (await isUserNameTaken(tx, emailAddress)) throw nameTaken();
    const subdomain = normaliseSubdomain(body.subdomain);
    const refusal = await subdomainRefusal(tx, config, subdomain);
    if (refusal !== null) throw subdomainProblem(refusal);
    const brand = await brandAt(tx, config.publicUrl);
    const agreement = await shownAgreement(tx, brand?.name ?? '', body.eulaId);

    const { firstName, lastName, jobTitle } = body;
    const [organizationId, userId] = [newId(), newId()];
    const fields = {
      name: body.organizationName,
      subdomain,
      brandId: brand?.id ?? null,
      // A plan with a price is not theirs before it is paid.
      planId: plan.id === freePlanId || plan.monthlyPriceCents > 0 ? null : plan.id,
      contactFirstName: firstName,
      contactLastName: lastName,
      contactTitle: jobTitle,
      contactEmail: emailAddress,
    };
    await insertOrganization(tx, { ...fields, id: organizationId, createdBy: emailAddress, modifiedBy: emailAddress });
    const user = { firstName, lastName, userName: emailAddress, jobTitle, role: 'Administrator' };
    await insertUser(tx, { ...user, id: userId, passwordHash });
    await addMember(tx, { organizationId, userId, isAdministrator: true });
    if (agreement) await acceptEula(tx, { eulaId: agreement.id, organizationId, userId });
    await endRegistration(tx, registration, { state: 'Completed', organizationId });

    const accepted = agreement ? { [`${agreement.type} ${agreement.version}`]: 'accepted' } : {};
    const actor = { ...context.actor, kind: 'user', id: userId, name: emailAddress, organizationId } as const;
    const own = { ...context, actor };
    const action = 'registration.complete';
    await audit(tx, own, {
      action,
      targetType: 'organization',
      targetId: organizationId,
      changes: changesBetween({}, { ...fields, ...accepted, registrationId: registration.id }),
    });
    await audit(tx, own, {
      action,
      targetType: 'user',
      targetId: userId,
      changes: changesBetween({}, { ...user, organizationId }),
    });
    return { organizationId, userName: emailAddress, subdomain, actor };
  })
    .catch(named)
    .catch((error: unknown) => {
      // Two that take one subdomain at the same time meet at the unique index.
      throw violatedConstraint(error) === 'organizations_subdomain' ? subdomainProblem('Taken', error) : error;
    });
}

const subdomainProblem = (refusal: SubdomainRefusal, cause?: unknown) =>
  new ApiProblem(refusal === 'Taken' ? 'E-ORG-SUBDOMAIN-TAKEN' : 'E-ORG-SUBDOMAIN', {
    modelState: { subdomain: [subdomainRefusalTexts[refusal]] },
    cause,
  });

/** The agreement that applies, which must be the one that was shown. */
async function shownAgreement(tx: Transaction, brandName: string, eulaId: string | null) {
  const agreement = await activeAgreement(tx, brandName, agreementType);
  if ((agreement?.id ?? null) !== eulaId) throw new ApiProblem('E-EULA-INACTIVE');
  return agreement;
}

/** The plans that a new organization can choose; those with a price only where they can be paid. */
export async function offeredPlans({ database, payments }: Pick<Services, 'database' | 'payments'>) {
  const all = await pricedPlans(database.db);
  return all.filter((plan) => planAllows(plan, 1) && (payments !== null || plan.monthlyPriceCents === 0));
}

export async function chosenPlan(services: Pick<Services, 'database' | 'payments'>, planId: string) {
  const plan = (await offeredPlans(services)).find(({ id }) => id === planId);
  if (!plan) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { planId: ['There is no such plan.'] } });
  return plan;
}

/**
 * The checkout of a plan with a price, as a change on the page of the subscription opens it. The organization is there already: where the
 * payment provider fails, the administrator chooses the plan again on that page.
 */
export async function openPayment(
  { database, payments }: Services,
  { organizationId, plan }: { readonly organizationId: string; readonly plan: PricedPlan },
  { actor, requestId, log }: Pick<RequestContext, 'actor' | 'requestId' | 'log'>,
): Promise<boolean> {
  if (plan.monthlyPriceCents === 0) return false;
  const change = (signal: AbortSignal) =>
    changeOrganization(database, {
      id: organizationId,
      action: 'subscriptionplans.change',
      context: { actor, requestId },
      decide: async (_record, tx) => {
        const facts = await findSubscriptionFacts(tx, organizationId);
        if (facts) await openCheckout(tx, facts, plan, { payments, signal });
        return {};
      },
      notes: () => ({ 'payment.checkoutPlanId': { before: null, after: plan.id } }),
    });
  return withProvider(change).then(
    () => true,
    (err: unknown) => {
      log.warn({ err }, 'the payment of a registered organization could not be started');
      return false;
    },
  );
}
