import { z } from 'zod';
import { identityProofStatuses } from '../rules/identityProofing.ts';
import { legacySteps, onboardingFlows } from '../rules/legacyProofing.ts';
import { planFeatures } from '../rules/plan.ts';
import { endpoint, roles } from './endpoint.ts';
import { id } from './ids.ts';

/** Who is signed in, what they may do and in which organization (spec 2 section 3). */
export const profileData = z.object({
  userId: z.string(),
  userName: z.string(),
  fullName: z.string(),
  roles: z.array(z.enum(roles)),
  /** Resource to the actions allowed on it. */
  uiResources: z.record(z.string(), z.array(z.string())),
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  /** Of the organization. */
  brandName: z.string().nullable(),
  /** What the plan of the organization does not include. */
  blockedFeatures: z.array(z.enum(planFeatures)),
  organizations: z.array(z.object({ id, name: z.string(), subDomain: z.string().nullable() })),
  domain: z.string(),
  host: z.string(),
  isAdmin: z.boolean(),
  isNetworkAdmin: z.boolean(),
  administerOfNetworkObjectId: id.nullable(),
  orgIsActivated: z.boolean(),
  orgIsAcceptedEULA: z.boolean(),
  orgIsIdProofed: z.boolean(),
  idProofProcessStatus: z.enum(identityProofStatuses),
  idProofedAttemptDate: z.iso.datetime().nullable(),
  /** Of the organization's brand. */
  onboardingFlow: z.enum(onboardingFlows),
  /** Where the person is in the legacy flow, before its decision. */
  legacyStep: z.enum(legacySteps),
  resellerBypassTos: z.boolean(),
  resellerId: id.nullable(),
  resellerName: z.string().nullable(),
  authStrategy: z.string(),
  orgIsCancelled: z.boolean(),
  orgIsInGracePeriod: z.boolean(),
  /** Last day of use of a canceled organization. */
  orgFinalDate: z.iso.datetime().nullable(),
  subscriptionReference: z.string().nullable(),
  /** Whether unsaved forms of the user wait for their pages. */
  hasDrafts: z.boolean(),
  /** Seconds until the session ends for want of an action; null where it does not. */
  idleSecondsLeft: z.int().nonnegative().nullable(),
});
export type ProfileData = z.output<typeof profileData>;

export const profile = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/profiledata',
    summary: 'The profile of the user who is signed in',
    access: 'signedIn',
    response: { kind: 'json', schema: profileData },
    errors: [],
    fromAnywhere: true,
  }),
  changeOrganization: endpoint({
    method: 'POST',
    path: '/api/account/change',
    summary: 'Work in another of the user’s organizations; a falsy response means that a new sign-in is needed',
    access: 'signedIn',
    body: z.strictObject({ orgId: id }),
    response: { kind: 'json', schema: z.boolean() },
    errors: ['E-ORG-NOT-MEMBER'],
    fromAnywhere: true,
    invalidates: ['/api/users/profiledata'],
  }),
};
