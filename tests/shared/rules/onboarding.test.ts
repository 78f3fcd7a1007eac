import { describe, expect, test } from 'vitest';
import { identityProofStatuses, isIdProofed, statusFor } from '../../../shared/rules/identityProofing.ts';
import { legacySteps, onboardingFlows } from '../../../shared/rules/legacyProofing.ts';
import { type OnboardingProfile, onboardingStep } from '../../../shared/rules/onboarding.ts';

const both = [true, false];
const inputs: { readonly [Name in keyof OnboardingProfile]: readonly OnboardingProfile[Name][] } = {
  isAdmin: both,
  orgIsAcceptedEULA: both,
  orgIsIdProofed: both,
  orgIsActivated: both,
  resellerBypassTos: both,
  idProofProcessStatus: identityProofStatuses,
  onboardingFlow: onboardingFlows,
  legacyStep: legacySteps,
};
/** Every combination of the inputs. */
const profiles = Object.entries(inputs).reduce<Record<string, unknown>[]>(
  (all, [name, values]) => all.flatMap((profile) => values.map((value) => ({ ...profile, [name]: value }))),
  [{}],
) as unknown as readonly OnboardingProfile[]; // the product of all inputs is a profile

const legacy = { onboardingFlow: 'legacy' } as const;
const open = { orgIsIdProofed: false, idProofProcessStatus: 'Not_Id_Proofed' } as const;

/** The rows of spec 2 section 4, in its order: the first that applies decides. Fields left out match anything. */
const table: readonly (readonly [Partial<OnboardingProfile>, ReturnType<typeof onboardingStep>])[] = [
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
const expected = (profile: OnboardingProfile) =>
  table.find(([fields]) =>
    Object.entries(fields).every(([name, value]) => profile[name as keyof OnboardingProfile] === value),
  )?.[1] ?? null;

describe('the step of onboarding', () => {
  test('is that of spec 2 section 4 for every combination of its inputs', () => {
    expect(profiles).toHaveLength(32 * identityProofStatuses.length * onboardingFlows.length * legacySteps.length);
    const wrong = profiles.filter((profile) => onboardingStep(profile) !== expected(profile));
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
