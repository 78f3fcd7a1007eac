/** Gender options by stored code (spec 3 section 9). */
export const genders = { M: 'Male', F: 'Female', UN: 'Undifferentiated' } as const;
export type Gender = keyof typeof genders;

/** Most characters of every text field of a patient (spec 3 section 9). */
export const patientTextMax = 35;

/** The patient's text fields that limit holds for (spec 3 section 3). */
export const patientTextFields = [
  'patientId',
  'firstName',
  'middleName',
  'lastName',
  'streetAddress1',
  'streetAddress2',
  'city',
  'postalCode',
  'telephone',
] as const;

/** Fewest characters of a patient name the HCS search asks with (spec 3 section 5). */
export const hcsNameMinimum = 3;

/** Fewest characters of every other lookup field (spec 3 section 5). */
export const lookupMinimum = 2;

/** Wait after the last keystroke, in milliseconds: HCS and reviewer search (spec 3 section 9). */
export const lookupDebounceMs = 500;

/** The same for the patient lookup (spec 3 section 9). */
export const patientLookupDebounceMs = 750;

/** A patient's number in another system; both parts are required. */
export type PatientId = { readonly root?: string | null | undefined; readonly id?: string | null | undefined };

/** The ids worth saving: those lacking root or id are dropped (spec 3 section 5). */
export const completePatientIds = <Id extends PatientId>(ids: readonly Id[]): Id[] =>
  ids.filter((id) => Boolean(id.root?.trim()) && Boolean(id.id?.trim()));

/** Fields an extraction may fill, and only while they are empty (spec 3 section 4). */
export const extractedFields = ['firstName', 'middleName', 'lastName', 'birthDate', 'gender'] as const;
export type ExtractedField = (typeof extractedFields)[number];

/** The extracted values to take over: those whose field is still empty. They stay unverified until touched (spec 3 section 4). */
export const fillFromExtraction = (
  patient: Readonly<Partial<Record<ExtractedField, string | null>>>,
  extracted: Readonly<Partial<Record<ExtractedField, string | null>>>,
): Partial<Record<ExtractedField, string>> => {
  const filled: Partial<Record<ExtractedField, string>> = {};
  for (const field of extractedFields) {
    const value = extracted[field];
    if (!patient[field] && value) filled[field] = value;
  }
  return filled;
};
