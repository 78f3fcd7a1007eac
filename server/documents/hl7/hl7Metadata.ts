import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { maskSsn, ssnOf } from '../../../shared/rules/socialSecurity.ts';
import { isSsnIdentifier, ssnsOfHl7 } from '../../../shared/rules/socialSecurityHl7.ts';
import { cleanText, dayOf } from '../cleanText.ts';
import { damagedBody, type DocumentMetadata, nulProblem } from '../documents.ts';
import { maskMetadata } from '../maskMetadata.ts';
import { type Hl7Message, readHl7, type Segment } from './hl7Message.ts';
import { embeddedFiles } from './hl7Files.ts';

/** The metadata of an HL7 v2 message; of a batch, those of its first message. */
export function hl7Metadata(bytes: Uint8Array): DocumentMetadata {
  const message = readHl7(bytes);
  const header = message.first('MSH');
  const txa = message.first('TXA');
  const pid = message.first('PID');
  const event = message.repetitions(header?.field(9) ?? '')[0] ?? '';
  const [type, trigger] = [message.component(event, 1), message.component(event, 2)];
  const extracted = {
    pageCount: null,
    documentType: txaType(message, txa) ?? cleanText([type, trigger].filter(Boolean).join('^')),
    documentDate: dayOf(txa?.field(4)) ?? dayOf(message.first('OBR')?.field(7)) ?? dayOf(header?.field(7)),
    patient: pid ? patientOf(message, pid) : null,
    problem: problemOf(message),
  };
  return maskMetadata(extracted, ssnsOfHl7(message.text));
}

function problemOf(message: Hl7Message): string | null {
  const problems = message.text.includes('\0') ? [nulProblem] : [];
  if (embeddedFiles(message).some(({ isValid }) => !isValid)) problems.push(damagedBody);
  return problems.join(' ') || null;
}

/** The text of TXA-2, else that of its code in table 0270. */
function txaType(message: Hl7Message, txa: Segment | undefined): string | null {
  const code = message.component(txa?.field(2) ?? '', 1);
  return cleanText(message.component(txa?.field(2) ?? '', 2)) ?? cleanText(documentTypes[code] ?? code);
}

const documentTypes: Readonly<Record<string, string>> = {
  AR: 'Autopsy Report',
  CN: 'Consultation',
  DI: 'Diagnostic Imaging',
  DS: 'Discharge Summary',
  ED: 'Emergency Department Report',
  HP: 'History and Physical',
  OP: 'Operative Report',
  PC: 'Psychiatric Consultation',
  PN: 'Procedure Note',
  PR: 'Progress Note',
  SP: 'Surgical Pathology',
  TS: 'Transfer Summary',
};

function patientOf(message: Hl7Message, pid: Segment): PatientData {
  const of = (repetition: string, index: number, sub = 1) => cleanText(message.component(repetition, index, sub));
  const name = nameOf(message, pid);
  const [firstName, middleName, lastName] = [of(name, 2), of(name, 3), of(name, 1)];
  const address = message.repetitions(pid.field(11)).find((one) => /\w/.test(one)) ?? '';
  return {
    fullName: cleanText([firstName, middleName, lastName].filter((part) => part !== null).join(' ')),
    firstName,
    middleName,
    lastName,
    birthDate: dayOf(pid.field(7)),
    gender: genderOf(message.component(pid.field(8), 1)),
    patientIds: idsOf(message, pid),
    socialSecurityNumbers: ssnsOf(message, pid),
    streetAddress1: of(address, 1),
    streetAddress2: of(address, 2),
    city: of(address, 3),
    state: of(address, 4),
    postalCode: of(address, 5),
    telephone: phoneOf(message, pid.field(13)),
  };
}

/** The legal name stands first; a name that says it is an alias, a maiden name or a nickname gives way to one that does not. */
function nameOf(message: Hl7Message, pid: Segment): string {
  const names = message
    .repetitions(pid.field(5))
    .filter((name) => message.component(name, 1) || message.component(name, 2));
  return names.find((name) => !/^[ABKMNPST]$/.test(message.component(name, 7))) ?? names[0] ?? '';
}

function genderOf(code: string): string | null {
  if (code === 'M' || code === 'F') return code;
  return code === '' ? null : 'UN';
}

/** PID-19, and the identifiers of PID-2 to PID-4 that are social security numbers, masked. */
function ssnsOf(message: Hl7Message, pid: Segment): string[] {
  const identifiers = [2, 3, 4].flatMap((index) => message.repetitions(pid.field(index)));
  const ssns = [...message.repetitions(pid.field(19)), ...identifiers.filter((one) => isSsn(message, one))];
  const numbers = ssns.map((one) => ssnOf(message.component(one, 1))).filter((number) => number !== null);
  return [...new Set(numbers.map(maskSsn))].slice(0, 50);
}

const isSsn = (message: Hl7Message, identifier: string): boolean =>
  isSsnIdentifier({
    id: message.component(identifier, 1),
    authority: [1, 2].map((sub) => message.component(identifier, 4, sub)),
    type: message.component(identifier, 5),
  });

/** PID-3, or PID-2 of older senders. The root is the OID of the assigning authority, else its name. */
function idsOf(message: Hl7Message, pid: Segment): { root: string; id: string }[] {
  const ids = message.repetitions(pid.field(3));
  const identifiers = ids.some((one) => message.component(one, 1)) ? ids : message.repetitions(pid.field(2));
  return identifiers.slice(0, 50).flatMap((one) => {
    const id = cleanText(message.component(one, 1));
    const root = cleanText(message.component(one, 4, 2)) ?? cleanText(message.component(one, 4)) ?? '';
    return id === null || isSsn(message, one) ? [] : [{ root, id }];
  });
}

/** The first number that is one: as written, or put together from its parts. */
function phoneOf(message: Hl7Message, field: string): string | null {
  for (const one of message.repetitions(field)) {
    if (/^(internet|x\.400)$/i.test(message.component(one, 3))) continue;
    const written = cleanText(message.component(one, 1)) ?? cleanText(message.component(one, 12));
    const [area, local] = [cleanText(message.component(one, 6)), cleanText(message.component(one, 7))];
    const phone = written ?? (local === null ? null : cleanText(area === null ? local : `(${area}) ${local}`));
    if (phone !== null) return phone;
  }
  return null;
}
