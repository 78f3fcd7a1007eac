import { describe, expect, it, test } from 'vitest';
import type { MessageToCheck } from '../../../shared/rules/messageValidation.ts';
import { messageProblems } from '../../../shared/rules/messageValidation.ts';

const today = '2026-06-15';
const patient = { firstName: 'Ann', lastName: 'Lee', birthDate: '1980-01-02', gender: 'F' };
const attachment = {
  fileName: 'a.pdf',
  documentType: 'Referral',
  documentDate: '2026-06-15',
  confidentiality: 'Normal',
};
const problemsOf = (change: Partial<MessageToCheck>) =>
  messageProblems({ strategy: 'new', patient, attachments: [attachment], ...change }, today);
const dated = (documentDate: string | null) => problemsOf({ attachments: [{ ...attachment, documentDate }] });

describe('a message', () => {
  it('with valid values has no problem, on every page', () => {
    for (const strategy of ['new', 'forward', 'reply', 'release', 'intake'] as const) {
      expect(problemsOf({ strategy })).toEqual([]);
    }
  });

  it('that is new needs its patient', () => {
    expect(problemsOf({ patient: null })).toEqual(['"Patient Details" information is required.']);
    expect(problemsOf({ patient: {} })).toEqual([
      '"Patient First Name" is required.',
      '"Patient Last Name" is required.',
      '"Patient Birth Date" is required.',
      '"Patient Gender" is required.',
    ]);
  });

  test.each(['xds-sd_cda', 'single_directory', 'patient_folder'])(
    'on intake exported as %s needs the names only',
    (mode) => {
      expect(problemsOf({ strategy: 'intake', patientExportMode: mode, patient: {} })).toEqual([
        '"Patient First Name" is required.',
        '"Patient Last Name" is required.',
      ]);
    },
  );

  it('needs no patient elsewhere', () => {
    expect(problemsOf({ strategy: 'intake', patientExportMode: 'print', patient: null })).toEqual([]);
    expect(problemsOf({ strategy: 'forward', patientExportMode: 'patient_folder', patient: null })).toEqual([]);
  });

  it('has a possible birth date that is not ahead', () => {
    expect(problemsOf({ patient: { ...patient, birthDate: '2026-06-16' } })).toEqual([
      '"Patient Birth Date" must be equal or less than today.',
    ]);
    expect(problemsOf({ patient: { ...patient, birthDate: '1980-02-30' } })).toEqual([
      '"Patient Birth Date" is invalid.',
    ]);
    expect(problemsOf({ patient: { ...patient, birthDate: today } })).toEqual([]);
  });

  it('from the prescription network has a visit date that is not ahead', () => {
    expect(problemsOf({ checksVisitDate: true, patient: { ...patient, visitDate: '2026-06-16' } })).toEqual([
      '"Patient Visit Date" must be equal or less than today.',
    ]);
    expect(problemsOf({ checksVisitDate: true })).toEqual(['"Patient Visit Date" is invalid.']);
    expect(problemsOf({ checksVisitDate: true, patient: { ...patient, visitDate: today } })).toEqual([]);
    expect(problemsOf({ patient: { ...patient, visitDate: '2026-06-16' } })).toEqual([]);
  });
});

describe('an attachment', () => {
  const bare = { fileName: 'a.pdf' };

  it('needs its type on intake and when it converts to CDA, but not in a non-patient export', () => {
    const attachments = [{ ...attachment, documentType: '' }];
    const text = '"Document Type" is required for file a.pdf';
    expect(problemsOf({ strategy: 'intake', attachments })).toEqual([text]);
    expect(problemsOf({ convertsToCda: true, attachments })).toEqual([text]);
    expect(problemsOf({ strategy: 'intake', nonPatientExport: true, attachments })).toEqual([]);
    expect(problemsOf({ attachments })).toEqual([]);
  });

  it('needs a date that is not ahead', () => {
    expect(dated(null)).toEqual(['"Document Date" is required for file a.pdf']);
    expect(dated('1753-01-01')).toEqual(['"Document Date" is required for file a.pdf']);
    expect(dated('2026-06-16')).toEqual(['"Document Date" must be equal or less than today for file a.pdf']);
  });

  it('needs its confidentiality on new and forward', () => {
    const attachments = [{ ...attachment, confidentiality: null }];
    const missing = (['new', 'forward', 'reply', 'release', 'intake'] as const).filter(
      (strategy) => problemsOf({ strategy, attachments }).length > 0,
    );
    expect(missing).toEqual(['new', 'forward']);
  });

  it('is checked when it is selected, or has no selection flag', () => {
    expect(problemsOf({ strategy: 'reply', attachments: [{ ...bare, isSelected: false }] })).toEqual([]);
    expect(problemsOf({ strategy: 'reply', attachments: [{ ...bare, isSelected: true }] })).toHaveLength(1);
    expect(problemsOf({ strategy: 'reply', attachments: [bare] })).toHaveLength(1);
  });
});
