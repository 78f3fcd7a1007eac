import { describe, expect, it, test } from 'vitest';
import { isPopupAnswer, isSocialSecurityNumber } from '../../../shared/rules/identityProofing.ts';
import type { OnboardingProfile } from '../../../shared/rules/onboarding.ts';
import { hidesActivationDelay, onboardingStep, organizationNotice } from '../../../shared/rules/onboarding.ts';
import { completePatientIds, fillFromExtraction } from '../../../shared/rules/patient.ts';
import { mayEditPatient, mayEditVisit, mayUpload, pageStrategies } from '../../../shared/rules/release.ts';
import { needsRenewal } from '../../../shared/rules/session.ts';

describe('onboarding', () => {
  const fresh: OnboardingProfile = {
    isAdmin: true,
    orgIsAcceptedEULA: false,
    orgIsIdProofed: false,
    orgIsActivated: false,
    resellerBypassTos: false,
    idProofProcessStatus: 'Not_Id_Proofed',
    onboardingFlow: 'standard',
    legacyStep: 'welcome',
  };
  const accepted = { ...fresh, orgIsAcceptedEULA: true };

  test.each([
    [fresh, 'license'],
    [{ ...fresh, resellerBypassTos: true }, 'resellerLicense'],
    [accepted, 'startVerification'],
    [{ ...accepted, idProofProcessStatus: 'Awaiting_User_Clear_Data_Confirmation' }, 'confirmInformation'],
    [{ ...accepted, idProofProcessStatus: 'Awaiting_Proof_Upload' }, 'manualVerification'],
    [{ ...accepted, idProofProcessStatus: 'Awaiting_Manual_Proofing' }, 'activationDelay'],
    [{ ...accepted, orgIsIdProofed: true, idProofProcessStatus: 'Proofed_By_Clear' }, 'activationDelay'],
    [{ ...accepted, orgIsIdProofed: true, orgIsActivated: true, idProofProcessStatus: 'Proofed_By_Clear' }, null],
    [{ ...fresh, isAdmin: false }, null],
  ] as const)('%#: the next step is %s', (profile, step) => {
    expect(onboardingStep(profile)).toBe(step);
  });

  it('hides the activation notice only by preference and session together', () => {
    expect([
      hidesActivationDelay(true, true),
      hidesActivationDelay(true, false),
      hidesActivationDelay(false, true),
    ]).toEqual([true, false, false]);
  });
});

describe('the notice of an organization', () => {
  const standing = { isAdmin: true, orgIsCancelled: true, orgIsInGracePeriod: false, subscriptionReference: 'sub-1' };

  test.each([
    [standing, 'reactivation'],
    [{ ...standing, subscriptionReference: null }, 'cancelled'],
    [{ ...standing, isAdmin: false }, 'cancelled'],
    [{ ...standing, orgIsCancelled: false, orgIsInGracePeriod: true }, 'gracePeriod'],
    [{ ...standing, orgIsCancelled: false }, null],
  ])('%#: is %s', (profile, notice) => {
    expect(organizationNotice(profile)).toBe(notice);
  });
});

describe('the popup flow', () => {
  const expected = { origin: 'https://app.example', type: 'idproofing' } as const;

  it('ends only with the expected message from our own origin', () => {
    expect(isPopupAnswer({ origin: 'https://app.example', type: 'idproofing' }, expected)).toBe(true);
    expect(isPopupAnswer({ origin: 'https://app.example', type: 'pccsso' }, expected)).toBe(false);
    expect(isPopupAnswer({ origin: 'https://app.example.evil', type: 'idproofing' }, expected)).toBe(false);
  });
});

test.each([
  ['123-45-6789', true],
  ['123456789', true],
  ['123-456789', false],
  ['12345678', false],
])('a social security number can be %s: %s', (value, valid) => {
  expect(isSocialSecurityNumber(value)).toBe(valid);
});

test('a token is renewed within 60 seconds of its end', () => {
  expect(needsRenewal(61_000, 0)).toBe(false);
  expect(needsRenewal(60_000, 0)).toBe(true);
  expect(needsRenewal(0, 5)).toBe(true);
});

describe('a patient', () => {
  it('keeps only ids with root and id', () => {
    const whole = { root: '2.16', id: '7' };
    expect(completePatientIds([whole, { root: '2.16' }, { id: '7' }, { root: ' ', id: '7' }, {}])).toEqual([whole]);
  });

  it('gets extracted values only in empty fields', () => {
    expect(
      fillFromExtraction(
        { firstName: 'Ann', lastName: '', birthDate: null },
        { firstName: 'Eve', lastName: 'Lee', birthDate: '1980-01-02', gender: null },
      ),
    ).toEqual({ lastName: 'Lee', birthDate: '1980-01-02' });
  });
});

describe('editable fields of a message page', () => {
  const folder = {
    exportMode: 'save_as',
    exportOption: 'standard',
    exportDirectoryType: 'patient_folder',
    exportVisitDirectory: true,
  };

  it('patient details: not on release, not on intake that prints', () => {
    expect(pageStrategies.filter((strategy) => mayEditPatient(strategy, {}))).toEqual([
      'new',
      'forward',
      'reply',
      'intake',
    ]);
    expect(mayEditPatient('intake', { exportMode: 'print' })).toBe(false);
    expect(mayEditPatient('new', { exportMode: 'print' })).toBe(true);
  });

  it('uploads: not on release, not on intake', () => {
    expect(pageStrategies.filter(mayUpload)).toEqual(['new', 'forward', 'reply']);
  });

  it('the visit: on forward and reply, and on intake only if all export settings require it', () => {
    expect(pageStrategies.filter((strategy) => mayEditVisit(strategy, folder, false))).toEqual([
      'forward',
      'reply',
      'intake',
    ]);
    expect(mayEditVisit('intake', folder, true)).toBe(false);
    for (const key of Object.keys(folder))
      expect(mayEditVisit('intake', { ...folder, [key]: null }, false)).toBe(false);
  });
});
