import type { IdentityProofStatus } from '../../shared/rules/identityProofing.ts';
import type { AcknowledgedStep } from '../../shared/rules/legacyProofing.ts';
import { type DemoAccount, demoPassword } from './demoAccounts.ts';
import { brands, legacyBrandAt, plans, resellers } from './lookupRows.ts';

/** An organization at one step, with a person who can sign in, so that each dialog and notice can be tried. */
export interface OnboardingTrial {
  /** Number of the demo organization. */
  readonly organization: number;
  readonly account: DemoAccount;
  readonly idProofStatus: IdentityProofStatus;
  readonly isActivated: boolean;
  readonly hasAccepted: boolean;
  /** It has a reseller whose terms stand in the place of the platform's. */
  readonly hasResellerTerms: boolean;
  /** It has a brand with the legacy flow, and is at this step before the decision. */
  readonly legacyStep: AcknowledgedStep | 'identity' | null;
  /** It pays by card for a plan of this number. */
  readonly cardPlan: number | null;
  /** Its period is paid beyond the cancellation. */
  readonly isPaidOn: boolean;
  /** Days from today to its last day of use; null: in use. */
  readonly endsInDays: number | null;
}

const firstTrial = 20;

const trial = (
  at: number,
  name: string,
  person: readonly [string, string],
  note: string,
  {
    role = 'Administrator',
    ...more
  }: Partial<Omit<OnboardingTrial, 'organization' | 'account'>> & { readonly role?: DemoAccount['role'] },
): OnboardingTrial => ({
  organization: firstTrial + at,
  account: {
    userName: `${name}@carepost.example`,
    password: demoPassword,
    firstName: person[0],
    lastName: person[1],
    role,
    isEnabled: true,
    organizations: [firstTrial + at],
    note,
  },
  idProofStatus: 'Not_Id_Proofed',
  isActivated: false,
  hasAccepted: true,
  hasResellerTerms: false,
  legacyStep: null,
  cardPlan: null,
  isPaidOn: false,
  endsInDays: null,
  ...more,
});

const inUse = { idProofStatus: 'Manually_Id_Proofed', isActivated: true } as const;

export const onboardingTrials: readonly OnboardingTrial[] = [
  trial(0, 'license', ['Lena', 'Ortiz'], 'Onboarding: license agreement', { hasAccepted: false }),
  trial(1, 'reseller', ['Rosa', 'Klein'], 'Onboarding: terms of the reseller', {
    hasAccepted: false,
    hasResellerTerms: true,
  }),
  trial(2, 'verify', ['Victor', 'Hale'], 'Onboarding: identity verification', {}),
  trial(3, 'confirm', ['Carla', 'Munoz'], 'Onboarding: confirmation of the data', {
    idProofStatus: 'Awaiting_User_Clear_Data_Confirmation',
  }),
  trial(4, 'upload', ['Ulrich', 'Dean'], 'Onboarding: manual verification', { idProofStatus: 'Awaiting_Proof_Upload' }),
  trial(5, 'review', ['Rita', 'Novak'], 'Onboarding: document under review', {
    idProofStatus: 'Awaiting_Manual_Proofing',
  }),
  trial(6, 'proofed', ['Pavel', 'Stone'], 'Onboarding: proofed, not activated', { idProofStatus: 'Proofed_By_Clear' }),
  trial(7, 'canceled', ['Cody', 'Banks'], 'User of a canceled organization', {
    ...inUse,
    role: 'User',
    endsInDays: -10,
  }),
  trial(8, 'grace', ['Grace', 'Holm'], 'User of an organization in its grace period', {
    ...inUse,
    role: 'User',
    endsInDays: 20,
  }),
  trial(9, 'legacy', ['Leo', 'Grant'], 'Legacy onboarding: license agreement', {
    hasAccepted: false,
    legacyStep: 'welcome',
  }),
  trial(10, 'legacywelcome', ['Wanda', 'Frost'], 'Legacy onboarding: welcome', { legacyStep: 'welcome' }),
  trial(11, 'legacyform', ['Ida', 'Moss'], 'Legacy onboarding: identity form', { legacyStep: 'identity' }),
  trial(12, 'legacyfailed', ['Felix', 'Ward'], 'Legacy onboarding: identity not verified', {
    idProofStatus: 'Awaiting_Proof_Upload',
    legacyStep: 'identity',
  }),
  trial(13, 'legacyreview', ['Renata', 'Cole'], 'Legacy onboarding: document under review', {
    idProofStatus: 'Awaiting_Manual_Proofing',
    legacyStep: 'identity',
  }),
  trial(14, 'legacypassed', ['Paula', 'Reyes'], 'Legacy onboarding: passed, not activated', {
    idProofStatus: 'Proofed_By_Equifax',
    legacyStep: 'identity',
  }),
  trial(16, 'reactivate', ['Ray', 'Sutton'], 'Administrator of a canceled organization', {
    ...inUse,
    endsInDays: -10,
    cardPlan: 2,
    isPaidOn: true,
  }),
  trial(18, 'reactivatepay', ['Rhea', 'Long'], 'Administrator of a canceled organization, to be paid again', {
    ...inUse,
    endsInDays: -10,
    cardPlan: 2,
  }),
];

export const onboardingAt = (organization: number): OnboardingTrial | undefined =>
  onboardingTrials.find((one) => one.organization === organization);

const withTerms = resellers.find(({ bypassTos }) => bypassTos)?.id ?? null;
export const trialReseller = ({ hasResellerTerms }: OnboardingTrial): string | null =>
  hasResellerTerms ? withTerms : null;

/** Trials carry a brand that signs in by password. */
export const trialBrand = ({ legacyStep }: OnboardingTrial) => brands[legacyStep === null ? 0 : legacyBrandAt]?.id;
export const trialPlan = ({ cardPlan }: OnboardingTrial) => (cardPlan === null ? undefined : plans[cardPlan]);

const day = 86_400_000;
export function cancelOf(one: OnboardingTrial | undefined, now: number) {
  const days = one?.endsInDays ?? null;
  if (days === null) return { requestedAt: null, at: null };
  return { requestedAt: new Date(now - 15 * day), at: new Date(now + days * day) };
}
