import type { ProfileData, profile } from '../../../shared/contract/profile.ts';
import { isIdProofed, statusFor } from '../../../shared/rules/identityProofing.ts';
import { blockedFeatures } from '../../../shared/rules/plan.ts';
import { cancellationOf } from '../../../shared/rules/organization.ts';
import type { Config } from '../../config.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';
import { idleSecondsLeft } from '../../identity/idle.ts';
import { legacyOnboardingOf } from '../../proofing/organizationProofing.ts';
import { hasAcceptedTerms } from '../../terms/acceptedTerms.ts';
import { findPerson, leaveFor, organizationsOf, workIn } from './profileStore.ts';
import { uiResourcesFor } from './uiResources.ts';

export const profileHandlers = ({ config, database }: Services): Handlers<typeof profile> => ({
  get: async (_input, { actor }) => {
    const base = profileOf(actor, config);
    // A machine client has a role and no organizations.
    if (actor.kind === 'client') return base;
    const [person, organizations] = await Promise.all([
      findPerson(database, actor.id),
      organizationsOf(database, actor.id),
    ]);
    if (!person) throw new ApiProblem('E-TOKEN-REVOKED');
    const { organization, reseller } = person;
    if (!organization) return { ...base, ...personFields(person), organizations };
    const organizationId = organization.id;
    const [orgIsAcceptedEULA, legacy] = await Promise.all([
      hasAcceptedTerms(database.db, { organizationId, reseller }),
      legacyOnboardingOf(database.db, { organizationId, userId: actor.id }),
    ]);
    return { ...base, ...personFields(person), ...legacy, orgIsAcceptedEULA, organizations };
  },
  changeOrganization: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      const left = actor.kind === 'user' ? await leaveFor(tx, actor.id, body.orgId) : undefined;
      if (!left) throw new ApiProblem('E-ORG-NOT-MEMBER');
      await workIn(tx, actor.id, body.orgId);
      await audit(tx, context, {
        action: 'profile.changeOrganization',
        targetType: 'user',
        targetId: actor.id,
        changes: { organizationId: { before: left.before, after: body.orgId } },
      });
      return true;
    }),
});

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

function profileOf(actor: Actor, config: Config): ProfileData {
  const { host, hostname } = new URL(config.publicUrl);
  return {
    userId: actor.id,
    userName: actor.name,
    fullName: actor.name,
    roles: [actor.role],
    uiResources: uiResourcesFor(actor.role),
    organizationId: null,
    organizationName: null,
    brandName: null,
    blockedFeatures: [],
    organizations: [],
    domain: hostname,
    host,
    isAdmin: actor.role === 'Administrator',
    isNetworkAdmin: actor.networkId !== null,
    administerOfNetworkObjectId: actor.networkId,
    // Without an organization there is nothing to agree to and nothing to prove.
    orgIsAcceptedEULA: true,
    orgIsActivated: true,
    orgIsIdProofed: true,
    idProofProcessStatus: 'Manually_Id_Proofed',
    idProofedAttemptDate: null,
    onboardingFlow: 'standard',
    legacyStep: 'welcome',
    resellerBypassTos: false,
    resellerId: null,
    resellerName: null,
    authStrategy: actor.kind,
    orgIsCancelled: false,
    orgIsInGracePeriod: false,
    orgFinalDate: null,
    subscriptionReference: null,
    hasDrafts: false,
    idleSecondsLeft: idleSecondsLeft(actor, config),
  };
}

function personFields({ organization, reseller, ...person }: Person) {
  const proofing: Partial<ProfileData> = organization
    ? {
        orgIsIdProofed: isIdProofed(organization.idProofStatus),
        idProofProcessStatus: statusFor(organization.idProofStatus, person.hasVerificationSession),
        idProofedAttemptDate: organization.idProofAttemptAt?.toISOString() ?? null,
        subscriptionReference: person.subscriptionReference,
      }
    : {};
  const cancellation = cancellationOf(organization ?? {}, new Date());
  return {
    userName: person.userName,
    fullName: `${person.firstName} ${person.lastName}`,
    hasDrafts: person.hasDrafts,
    organizationId: organization?.id ?? null,
    organizationName: organization?.name ?? null,
    brandName: person.brandName,
    blockedFeatures: organization ? blockedFeatures(person.includedFeatures) : [],
    isNetworkAdmin: person.networkId !== null,
    administerOfNetworkObjectId: person.networkId,
    orgIsActivated: organization?.isActivated ?? true,
    ...proofing,
    resellerId: reseller?.id ?? null,
    resellerName: reseller?.name ?? null,
    resellerBypassTos: reseller?.bypassTos ?? false,
    authStrategy: person.hasPassword ? 'password' : 'sso',
    orgIsCancelled: cancellation === 'canceled',
    // Canceled, and in use until the final day (spec 2 section 2, dialog 9).
    orgIsInGracePeriod: cancellation === 'canceling',
    orgFinalDate: organization?.cancelAt?.toISOString() ?? null,
  };
}
