import { isSsnRoot, maxSsns, ssnOf, ssnsIn } from './socialSecurity.ts';

/**
 * Fields of the type SSN, or of a plain text for one (HL7 v2.1 to v2.9): patient, guarantor, next of kin, insured. Identifiers of other fields
 * (PID-2 to PID-4, IN1-49, IN2-1, MRG-1, PV1-7 …) say by their type or their authority what they are.
 */
const ssnFields: Readonly<Record<string, number>> = { PID: 19, GT1: 12, NK1: 37, IN2: 2 };
/** Longer fields are texts and files. */
const maxFieldLength = 4000;

/** Components of a CX, XCN or EI (HL7 v2 chapter 2A), as they were sent. */
interface Hl7Identifier {
  readonly id: string;
  /** Namespace and universal id of the assigning authority. */
  readonly authority: readonly string[];
  readonly type?: string;
}

/** Codes of table 0203, and the one that senders use instead. */
const isSsnType = (type: string): boolean => /^\s*SSN?\s*$/i.test(type);
const ssnNamespace = /^\s*(?:US-?)?SSA?N?\s*$|social\s?security/i;
const isSsnUri = (id: string): boolean => isSsnRoot(id) || /\/us-ssn\s*$/i.test(id);

/**
 * Whether an identifier is a social security number: by its type, by the root of its authority, or by the name of the authority, which
 * counts only for values that can be one: a hospital may be called SSA too.
 */
export const isSsnIdentifier = ({ id, authority, type = '' }: Hl7Identifier): boolean =>
  isSsnType(type) ||
  authority.some(isSsnUri) ||
  (ssnOf(id) !== null && authority.some((name) => ssnNamespace.test(name)));

/** An `id` of a C-CDA by its attributes. */
export const isSsnElement = (attributes: Readonly<Record<string, string | undefined>>): boolean =>
  isSsnIdentifier({
    id: attributes['extension'] ?? '',
    authority: [attributes['root'] ?? '', attributes['assigningAuthorityName'] ?? ''],
  });

/**
 * Values of an HL7 v2 message that are social security numbers by their field (`ssnFields`), by type or authority of the identifier, by a
 * label, or by their form.
 */
export const ssnsOfHl7 = (message: string): string[] => {
  const header = /(?:MSH|FHS|BHS)([^\w\s])(\S)(\S)\S?(\S?)/.exec(message);
  if (!header) return [];
  const [, field = '|', component = '^', repetition = '~', sub = '&'] = header;
  const values: string[] = [];
  for (const line of segmentsOf(message, field)) {
    const fields = line.split(field);
    const ssnField = ssnFields[fields[0] ?? ''];
    for (const [index, value] of fields.entries()) {
      if (value.length > maxFieldLength) continue;
      for (const one of value.split(repetition)) {
        const components = one.split(component);
        const id = (components[0] ?? '').split(sub)[0] ?? '';
        if (id !== '' && (index === ssnField || identifiersIn(id, components, sub).some(isSsnIdentifier)))
          values.push(id);
      }
    }
    if (values.length > maxSsns) break;
  }
  return [...values, ...ssnsIn(message)];
};

/** The components as CX (authority 4, type 5), XCN (9 and 13) and EI (namespace 2, root 3). */
function identifiersIn(id: string, components: readonly string[], sub: string): Hl7Identifier[] {
  if (components.length < 3) return [];
  const partsOf = (index: number) => (components[index] ?? '').split(sub);
  return [
    { id, authority: partsOf(3), type: components[4] ?? '' },
    { id, authority: partsOf(8), type: components[12] ?? '' },
    { id, authority: [components[2] ?? ''].filter(isSsnUri), type: '' },
  ];
}

/** A line that begins with no segment name continues the one before it. */
function segmentsOf(message: string, field: string): string[] {
  const segments: string[] = [];
  for (const line of message.split(/\r\n|[\r\n]|\\r(?=[A-Z][A-Z0-9]{2})/)) {
    const trimmed = line.trimStart();
    const isSegment = /^[A-Z][A-Z0-9]{2}$/.test(trimmed.slice(0, 3)) && (trimmed.length === 3 || trimmed[3] === field);
    if (isSegment || segments.length === 0) segments.push(trimmed);
    else segments.push(`${segments.pop() ?? ''}${line}`);
  }
  return segments;
}
