import { randomFor } from '../../../seed/random.ts';
import { cellsOf, clinicalSections } from './clinicalRows.ts';
import { type DemoSubject, hl7Day, hl7Moment } from './demoDocument.ts';

const salt = 4713;
const results = clinicalSections.find(({ title }) => title === 'Results')?.rows ?? [];

/** Signs that separate in HL7 v2, written as it wants them. */
const text = (value: string | null) =>
  (value ?? '').replace(
    /[\\|^&~]/g,
    (sign) => ({ '\\': '\\E\\', '|': '\\F\\', '^': '\\S\\', '&': '\\T\\' })[sign] ?? '\\R\\',
  );

/** An observation report (HL7 v2 ORU^R01), its segments ended by carriage returns. */
export function demoHl7(subject: DemoSubject): Buffer {
  const { patient, number, organization, author, at } = subject;
  const random = randomFor(salt, number);
  const moment = hl7Moment(at);
  const [given = '', family = ''] = author.split(' ');
  const ids = patient.patientIds.map(({ root, id }) => `${text(id)}^^^&${root}&ISO^MR`).join('~');
  const address = [patient.streetAddress1, '', patient.city, patient.state, patient.postalCode].map(text).join('^');
  const segments = [
    `MSH|^~\\&|LAB|${text(organization)}|CAREPOST|DEMO|${moment}||ORU^R01^ORU_R01|${number}|P|2.5.1`,
    `PID|1||${ids}||${text(patient.lastName)}^${text(patient.firstName)}^${text(patient.middleName)}||${hl7Day(patient.birthDate)}|${patient.gender}|||${address}||${text(patient.telephone)}`,
    `OBR|1||${number}^LAB|24323-8^${text(subject.title)}^LN|||${moment}|||||||||^${text(family)}^${text(given)}||||||${moment}|||F`,
    ...results.map((row, index) => {
      const [test = '', value = '', unit = '', range = ''] = cellsOf(row, random, at);
      return `OBX|${index + 1}|NM|${index + 1}^${text(test)}^L||${value}|${text(unit)}|${text(range)}||||F|||${moment}`;
    }),
  ];
  return Buffer.from(`${segments.join('\r')}\r`);
}
