import type { PatientData } from '../../../../shared/contract/messageSchemas.ts';
import { places } from '../../../seed/places.ts';
import { randomFor } from '../../../seed/random.ts';
import { givenNames, streets, surnames } from '../../../seed/words.ts';

/** Any number: patients are a kind of their own among the made records. */
const salt = 4711;

export interface DemoPatient extends PatientData {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly gender: 'M' | 'F';
  readonly medicalRecordNumber: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A patient who does not exist: the same for the same number. Telephone numbers and identifiers are of ranges nobody has. */
export function demoPatient(number: number): DemoPatient {
  const random = randomFor(salt, number);
  const place = random.pick(places);
  const [firstName, middleName, lastName] = [
    random.pick(givenNames),
    random.pick(givenNames).slice(0, 1),
    random.pick(surnames),
  ];
  const medicalRecordNumber = `MRN${100_000 + (number % 900_000)}`;
  return {
    fullName: `${firstName} ${middleName} ${lastName}`,
    firstName,
    middleName,
    lastName,
    birthDate: `${1932 + random.below(88)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
    gender: random.chance(0.5) ? 'M' : 'F',
    medicalRecordNumber,
    patientIds: [{ root: '2.16.840.1.113883.3.9999.1', id: medicalRecordNumber }],
    socialSecurityNumbers: [],
    streetAddress2: null,
    streetAddress1: `${1 + random.below(9800)} ${random.pick(streets)}`,
    city: place.city,
    state: place.state,
    postalCode: place.zip + two(random.below(100)),
    telephone: `(${place.areaCode}) 555-01${two(random.below(100))}`,
  };
}

/** The patient data alone, as they are stored with an attachment. */
export function patientDataOf({ medicalRecordNumber: _number, ...data }: DemoPatient): PatientData {
  return data;
}
