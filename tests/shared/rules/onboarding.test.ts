import { describe, expect, test } from 'vitest';
import { identityProofStatuses, isIdProofed, statusFor } from '../../../shared/rules/identityProofing.ts';
import { legacySteps, onboardingFlows } from '../../../shared/rules/legacyProofing.ts';
import { nextNotice, type OnboardingProfile, type OrganizationStanding } from '../../../shared/rules/onboarding.ts';

type Inputs = OnboardingProfile & OrganizationStanding & { readonly isNoticeClosed: boolean };

const both = [true, false];
const inputs: { readonly [Name in keyof Inputs]: readonly Inputs[Name][] } = {
  isAdmin: both,
  orgIsAcceptedEULA: both,
  orgIsIdProofed: both,
  orgIsActivated: both,
  resellerBypassTos: both,
  idProofProcessStatus: identityProofStatuses,
  onboardingFlow: onboardingFlows,
  legacyStep: legacySteps,
  orgIsCancelled: both,
  orgIsInGracePeriod: both,
  subscriptionReference: ['sub-1', null],
  isNoticeClosed: both,
};
/** Every combination of the inputs. */
const profiles = Object.entries(inputs).reduce<Record<string, unknown>[]>(
  (all, [name, values]) => all.flatMap((profile) => values.map((value) => ({ ...profile, [name]: value }))),
  [{}],
) as unknown as readonly Inputs[]; // the product of all inputs is a profile

const legacy = { onboardingFlow: 'legacy' } as const;
const open = { orgIsIdProofed: false, idProofProcessStatus: 'Not_Id_Proofed' } as const;

/** The rows of spec 2 sections 4 and 6, in their order: the first that applies decides. Fields left out match anything. */
const table: readonly (readonly [Partial<Inputs>, ReturnType<typeof nextNotice>])[] = [
  [{ orgIsCancelled: true, isAdmin: true, subscriptionReference: 'sub-1' }, 'reactivation'],
  [{ orgIsCancelled: true }, 'cancelled'],
  [{ orgIsInGracePeriod: true, isNoticeClosed: false }, 'gracePeriod'],
  [{ isAdmin: false }, null],
  [{ orgIsAcceptedEULA: false, resellerBypassTos: true }, 'resellerLicense'],
  [{ orgIsAcceptedEULA: false }, 'license'],
  [{ ...open, ...legacy, legacyStep: 'welcome' }, 'legacyWelcome'],
  [{ ...open, ...legacy, legacyStep: 'intro' }, 'legacyIntro'],
  [{ ...open, ...legacy, legacyStep: 'terms' }, 'legacyTerms'],
  [{ ...open, ...legacy, legacyStep: 'identity' }, 'legacyIdentity'],
  [{ ...open, ...legacy, legacyStep: 'quiz' }, 'legacyQuiz'],
  [open, 'startVerification'],
  [{ orgIsIdProofed: false, idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' }, 'confirmInformation'],
  [{ orgIsIdProofed: false, idProofProcessStatus: 'Awaiting_Proof_Upload', ...legacy }, 'decisionFailed'],
  [{ orgIsIdProofed: false, idProofProcessStatus: 'Awaiting_Proof_Upload' }, 'manualVerification'],
  [{ orgIsActivated: true }, null],
  [{ orgIsIdProofed: true, ...legacy }, 'decisionPassed'],
  [{ idProofProcessStatus: 'Awaiting_Manual_Proofing', ...legacy }, 'decisionReview'],
  [{ idProofProcessStatus: 'Awaiting_Manual_Proofing' }, 'activationDelay'],
  [{ orgIsIdProofed: true }, 'activationDelay'],
];
const expected = (profile: Inputs) =>
  table.find(([fields]) =>
    Object.entries(fields).every(([name, value]) => profile[name as keyof Inputs] === value),
  )?.[1] ?? null;

describe('the dialog that a user sees next', () => {
  test('is that of spec 2 sections 4 and 6 for every combination of its inputs', () => {
    expect(profiles).toHaveLength(512 * identityProofStatuses.length * onboardingFlows.length * legacySteps.length);
    const closed = new Set(['gracePeriod']);
    const shown = (profile: Inputs) => nextNotice(profile, profile.isNoticeClosed ? closed : new Set());
    const wrong = profiles.filter((profile) => shown(profile) !== expected(profile));
    expect(wrong).toEqual([]);
  });

  test('begins anew without the data that the person has to confirm; four statuses are a proof', () => {
    for (const status of identityProofStatuses) {
      expect(statusFor(status, true)).toBe(status);
      const isConfirmation = status === 'Awaiting_User_Clear_Data_Confirmation';
      expect(statusFor(status, false)).toBe(isConfirmation ? 'Not_Id_Proofed' : status);
    }
    expect(identityProofStatuses.filter(isIdProofed)).toEqual([
      'Manually_Id_Proofed',
      'Proofed_Manually',
      'Proofed_By_Equifax',
      'Proofed_By_Clear',
    ]);
  });
});
