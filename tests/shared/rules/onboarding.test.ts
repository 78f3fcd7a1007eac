import { describe, expect, test } from 'vitest';
import { identityProofStatuses, isIdProofed, statusFor } from '../../../shared/rules/identityProofing.ts';
import { type OnboardingProfile, onboardingStep } from '../../../shared/rules/onboarding.ts';

const both = [true, false];
const profiles: OnboardingProfile[] = both.flatMap((isAdmin) =>
  both.flatMap((orgIsAcceptedEULA) =>
    both.flatMap((orgIsIdProofed) =>
      both.flatMap((orgIsActivated) =>
        both.flatMap((resellerBypassTos) =>
          identityProofStatuses.map((idProofProcessStatus) => ({
            isAdmin,
            orgIsAcceptedEULA,
            orgIsIdProofed,
            orgIsActivated,
            resellerBypassTos,
            idProofProcessStatus,
          })),
        ),
      ),
    ),
  ),
);

/** The rows of spec 2 section 4, in its order: the first that applies decides. `undefined` matches anything. */
const table: readonly (readonly [Partial<OnboardingProfile>, ReturnType<typeof onboardingStep>])[] = [
  [{ isAdmin: false }, null],
  [{ orgIsAcceptedEULA: false, resellerBypassTos: true }, 'resellerLicense'],
  [{ orgIsAcceptedEULA: false }, 'license'],
  [{ orgIsIdProofed: false, idProofProcessStatus: 'Not_Id_Proofed' }, 'startVerification'],
  [{ orgIsIdProofed: false, idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' }, 'confirmInformation'],
  [{ orgIsIdProofed: false, idProofProcessStatus: 'Awaiting_Proof_Upload' }, 'manualVerification'],
  [{ orgIsActivated: true }, null],
  [{ idProofProcessStatus: 'Awaiting_Manual_Proofing' }, 'activationDelay'],
  [{ orgIsIdProofed: true }, 'activationDelay'],
];
const expected = (profile: OnboardingProfile) =>
  table.find(([fields]) =>
    Object.entries(fields).every(([name, value]) => profile[name as keyof OnboardingProfile] === value),
  )?.[1] ?? null;

describe('the step of onboarding', () => {
  test('is that of spec 2 section 4 for every combination of its inputs', () => {
    expect(profiles).toHaveLength(32 * identityProofStatuses.length);
    for (const profile of profiles) expect(onboardingStep(profile), JSON.stringify(profile)).toBe(expected(profile));
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
