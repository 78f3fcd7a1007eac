import type { IdentityProofStatus } from '../../shared/rules/identityProofing.ts';
import { type DemoAccount, demoPassword } from './demoAccounts.ts';
import { resellers } from './lookupRows.ts';

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
];

export const onboardingAt = (organization: number): OnboardingTrial | undefined =>
  onboardingTrials.find((one) => one.organization === organization);

const withTerms = resellers.find(({ bypassTos }) => bypassTos)?.id ?? null;
export const trialReseller = ({ hasResellerTerms }: OnboardingTrial): string | null =>
  hasResellerTerms ? withTerms : null;

const day = 86_400_000;
export function cancelOf(one: OnboardingTrial | undefined, now: number) {
  const days = one?.endsInDays ?? null;
  if (days === null) return { requestedAt: null, at: null };
  return { requestedAt: new Date(now - 15 * day), at: new Date(now + days * day) };
}
