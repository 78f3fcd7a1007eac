import type { IdentityProofStatus } from './identityProofing.ts';
import type { LegacyStep, OnboardingFlow } from './legacyProofing.ts';

/** Wait before an onboarding dialog opens, in milliseconds (spec 2 section 9). */
export const onboardingDelayMs = 1000;

/** The same for the reactivation dialog (spec 2 section 9). */
export const reactivationDelayMs = 500;

/** Its fallback (spec 2 section 9). */
export const reactivationFallbackDelayMs = 1000;

/** How long activation takes, as the notice says it (spec 2 section 9). */
export const activationTakes = '2-3 business days';

/** What the rules need to know of the profile (spec 2 section 3). */
export type OnboardingProfile = {
  readonly isAdmin: boolean;
  readonly orgIsAcceptedEULA: boolean;
  readonly orgIsIdProofed: boolean;
  readonly orgIsActivated: boolean;
  readonly resellerBypassTos: boolean;
  readonly idProofProcessStatus: IdentityProofStatus;
  /** Of the organization's brand. */
  readonly onboardingFlow: OnboardingFlow;
  /** Where the person is in the legacy flow; it counts there only. */
  readonly legacyStep: LegacyStep;
};

/** The dialogs of onboarding, in their order. */
export const onboardingSteps = [
  'resellerLicense',
  'license',
  'startVerification',
  'confirmInformation',
  'manualVerification',
  'activationDelay',
  'legacyWelcome',
  'legacyIntro',
  'legacyTerms',
  'legacyIdentity',
  'legacyQuiz',
  'decisionFailed',
  'decisionReview',
  'decisionPassed',
] as const;

/** The dialog an administrator has to pass next. */
export type OnboardingStep = (typeof onboardingSteps)[number];

/** Hidden only when both the stored preference and the session's flag are set (spec 2 section 4). */
export const hidesActivationDelay = (storedPreference: boolean, openedThisSession: boolean): boolean =>
  storedPreference && openedThisSession;

const legacyDialogs: Readonly<Record<LegacyStep, OnboardingStep>> = {
  welcome: 'legacyWelcome',
  intro: 'legacyIntro',
  terms: 'legacyTerms',
  identity: 'legacyIdentity',
  quiz: 'legacyQuiz',
};

/** The step of a profile, null when there is none; people who are no administrators see nothing (spec 2 section 4). */
export const onboardingStep = (profile: OnboardingProfile): OnboardingStep | null => {
  if (!profile.isAdmin) return null;
  if (!profile.orgIsAcceptedEULA) return profile.resellerBypassTos ? 'resellerLicense' : 'license';
  const status = profile.idProofProcessStatus;
  const isLegacy = profile.onboardingFlow === 'legacy';
  if (!profile.orgIsIdProofed) {
    if (status === 'Not_Id_Proofed') return isLegacy ? legacyDialogs[profile.legacyStep] : 'startVerification';
    // Data that the other flow has brought are confirmed in both.
    if (status === 'Awaiting_User_Clear_Data_Confirmation') return 'confirmInformation';
    if (status === 'Awaiting_Proof_Upload') return isLegacy ? 'decisionFailed' : 'manualVerification';
  }
  if (profile.orgIsActivated) return null;
  if (profile.orgIsIdProofed) return isLegacy ? 'decisionPassed' : 'activationDelay';
  return status === 'Awaiting_Manual_Proofing' ? (isLegacy ? 'decisionReview' : 'activationDelay') : null;
};

const waitingSteps = [
  'activationDelay',
  'decisionReview',
  'decisionPassed',
] as const satisfies readonly OnboardingStep[];

/** Steps that wait for the administrator; the others tell what the organization waits for. */
export type OpenStep = Exclude<OnboardingStep, (typeof waitingSteps)[number]>;
const isOpen = (step: OnboardingStep): step is OpenStep => !waitingSteps.some((waiting) => waiting === step);

/** The step that the administrator still has to do; null where there is none. */
export const openStep = (profile: OnboardingProfile): OpenStep | null => {
  const step = onboardingStep(profile);
  return step !== null && isOpen(step) ? step : null;
};

/** What an organization that is not activated waits for: the administrator, the review of a document, or the activation itself. */
export const awaitedOf = (profile: OnboardingProfile): 'onboarding' | 'review' | 'activation' => {
  if (openStep(profile) !== null) return 'onboarding';
  const isReviewed = !profile.orgIsIdProofed && profile.idProofProcessStatus === 'Awaiting_Manual_Proofing';
  return isReviewed ? 'review' : 'activation';
};

/** What the rules need to know of a cancelled organization's profile. */
export type OrganizationStanding = {
  readonly isAdmin: boolean;
  readonly orgIsCancelled: boolean;
  readonly orgIsInGracePeriod: boolean;
  readonly subscriptionReference: string | null;
};

type OrganizationNotice = 'reactivation' | 'cancelled' | 'gracePeriod';

/**
 * The notice a person of a cancelled or expiring organization gets: an administrator with a subscription reference may
 * reactivate, everyone else can only log out (spec 2 sections 4 and 6).
 */
export const organizationNotice = (profile: OrganizationStanding): OrganizationNotice | null => {
  if (profile.orgIsCancelled) return profile.isAdmin && profile.subscriptionReference ? 'reactivation' : 'cancelled';
  return profile.orgIsInGracePeriod ? 'gracePeriod' : null;
};

/** Those that a user closes for the rest of the visit: nothing has to be answered. */
export type ClosableNotice = 'gracePeriod' | 'decisionPassed' | 'decisionReview';

/** What a user sees next: the notice of the organization is before its onboarding, which follows once the notice was closed. */
export const nextNotice = (
  profile: OnboardingProfile & OrganizationStanding,
  closed: ReadonlySet<string>,
): OnboardingStep | OrganizationNotice | null =>
  [organizationNotice(profile), onboardingStep(profile)].find((notice) => notice !== null && !closed.has(notice)) ??
  null;
