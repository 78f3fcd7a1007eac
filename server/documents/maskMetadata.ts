import { ssnMask } from '../../shared/rules/socialSecurity.ts';
import type { DocumentMetadata } from './documents.ts';

/** Masks the social security numbers in all texts that were read from a document, wherever its sender wrote them. */
export function maskMetadata(extracted: DocumentMetadata, known: readonly string[]): DocumentMetadata {
  const maskText = ssnMask(known);
  const mask = (text: string | null) => (text === null ? null : maskText(text));
  const { documentType, patient } = extracted;
  return {
    ...extracted,
    documentType: mask(documentType),
    patient: patient && {
      ...patient,
      fullName: mask(patient.fullName),
      firstName: mask(patient.firstName),
      middleName: mask(patient.middleName),
      lastName: mask(patient.lastName),
      patientIds: patient.patientIds.map(({ root, id }) => ({ root, id: maskText(id) })),
      streetAddress1: mask(patient.streetAddress1),
      streetAddress2: mask(patient.streetAddress2),
      city: mask(patient.city),
      telephone: mask(patient.telephone),
    },
  };
}
