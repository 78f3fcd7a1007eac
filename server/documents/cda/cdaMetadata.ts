import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { displayedSsn, maxSsns } from '../../../shared/rules/socialSecurity.ts';
import { isSsnElement } from '../../../shared/rules/socialSecurityHl7.ts';
import { type Base64Check, base64Check } from '../base64Check.ts';
import { cleanText, dayOf } from '../cleanText.ts';
import { damagedBody, DocumentError, type DocumentMetadata } from '../documents.ts';
import { maskMetadata } from '../maskMetadata.ts';
import { type CdaName, chooseName, nameFieldsOf, type NamePart } from './chooseName.ts';
import { type Attributes, readXml } from './readXml.ts';

/** Maximum length of a text: names and titles are short, and a hostile one must not fill the memory. */
const textMax = 2000;
const listMax = 50;

interface Address {
  readonly use: string;
  /** Texts of the elements `streetAddressLine`. */
  readonly lines: string[];
  readonly parts: Map<string, string>;
}

/** Values read from the header. */
interface Header {
  title: string;
  code: string | undefined;
  date: string | undefined;
  readonly names: CdaName[];
  readonly ids: { root: string; id: string }[];
  /** Of the patient, masked, and the values under the root of social security numbers of everyone in the header. */
  readonly ssns: string[];
  readonly knownSsns: string[];
  readonly addresses: Address[];
  readonly phones: { use: string; value: string }[];
  gender: string | undefined;
  birth: string | undefined;
  hasPatient: boolean;
  recordTargets: number;
  hasBody: boolean;
  /** Of a body that is a file as base64. */
  file: Base64Check | undefined;
  /** Why the body could not be read. */
  damage: string | undefined;
}

const role = 'ClinicalDocument/recordTarget/patientRole';
const patientPath = `${role}/patient`;
const addressParts = new Set(['city', 'state', 'postalCode']);
const bodyPath = 'ClinicalDocument/component/nonXMLBody';
const nameParts = new Set(['given', 'family', 'prefix', 'suffix']);

/**
 * The metadata in the header of a C-CDA. Reading ends where a structured body begins, so its content costs nothing here; a file in the body is
 * only checked for damage.
 */
export function cdaMetadata(bytes: Uint8Array): DocumentMetadata {
  const header: Header = {
    title: '',
    code: undefined,
    date: undefined,
    names: [],
    ids: [],
    ssns: [],
    knownSsns: [],
    addresses: [],
    phones: [],
    gender: undefined,
    birth: undefined,
    hasPatient: false,
    recordTargets: 0,
    hasBody: false,
    file: undefined,
    damage: undefined,
  };
  try {
    readHeader(bytes, header);
  } catch (error) {
    // A damaged body leaves the header what it is.
    if (!header.hasBody || !(error instanceof DocumentError)) throw error;
    header.damage = error.message;
  }
  const extracted = {
    pageCount: null,
    documentType: cleanText(header.title) ?? cleanText(header.code),
    documentDate: dayOf(header.date),
    patient: header.hasPatient ? patientOf(header) : null,
    problem: problemOf(header),
  };
  return maskMetadata(extracted, header.knownSsns);
}

function readHeader(bytes: Uint8Array, header: Header): void {
  const paths: string[] = [''];
  let isDone = false;
  readXml(bytes, {
    isDone: () => isDone,
    open: (name, attributes, depth) => {
      const path = depth === 1 ? name : `${paths[depth - 1]}/${name}`;
      paths[depth] = path;
      paths.length = depth + 1;
      if (path === 'ClinicalDocument/recordTarget') header.recordTargets++;
      header.hasBody ||= path === bodyPath;
      isDone = path.startsWith('ClinicalDocument/component/') && !path.startsWith(bodyPath);
      if (isDone) return;
      if (path.endsWith('/id') && isSsnElement(attributes)) addSsn(header, path, attributes);
      // A second patient of the same document is not mixed into the first.
      else if (header.recordTargets < 2 || !path.startsWith(role)) readElement(header, path, attributes);
    },
    text: (text) => {
      const path = paths.at(-1) ?? '';
      if (path === `${bodyPath}/text`) header.file?.add(Buffer.from(text, 'utf8'));
      else if (header.recordTargets < 2) readText(header, path, text);
    },
    close: (_name, depth) => {
      isDone = paths[depth] === bodyPath;
      paths.length = depth;
    },
  });
}

function problemOf({ recordTargets, file, damage }: Header): string | null {
  const problems: string[] = [];
  if (recordTargets > 1)
    problems.push(`The document is about ${recordTargets} patients; the data shown are those of the first.`);
  if (file?.isValid() === false) problems.push(damagedBody);
  else if (damage !== undefined) problems.push(damage);
  return problems.join(' ') || null;
}

function readElement(header: Header, path: string, attributes: Attributes): void {
  const { value, nullFlavor, use = '' } = attributes;
  switch (path) {
    case 'ClinicalDocument/code':
      header.code = attributes['displayName'] ?? attributes['code'];
      return;
    case 'ClinicalDocument/effectiveTime':
      header.date = value;
      return;
    case 'ClinicalDocument/effectiveTime/low':
    case 'ClinicalDocument/effectiveTime/high':
      header.date ??= value;
      return;
    case role:
      header.hasPatient = true;
      return;
    case `${role}/id`:
      addId(header, attributes);
      return;
    case `${role}/addr`:
      if (header.addresses.length < listMax)
        header.addresses.push({ use: nullFlavor ? '-' : use, lines: [], parts: new Map() });
      return;
    case `${role}/addr/streetAddressLine`: {
      const lines = header.addresses.at(-1)?.lines;
      if (lines && lines.length < listMax) lines.push('');
      return;
    }
    case `${role}/telecom`:
      if (value && header.phones.length < listMax) header.phones.push({ use, value });
      return;
    case `${patientPath}/name`:
      if (header.names.length < listMax)
        header.names.push({ use, isNull: nullFlavor !== undefined, text: '', parts: [] });
      return;
    case `${patientPath}/administrativeGenderCode`:
      header.gender = nullFlavor ? undefined : attributes['code'];
      return;
    case `${patientPath}/birthTime`:
      header.birth = value;
      return;
    case `${bodyPath}/text`:
      if (attributes['representation'] === 'B64') header.file = base64Check('end');
      return;
    default:
      readNamePart(header, path, attributes);
  }
}

function readNamePart(header: Header, path: string, { qualifier = '', nullFlavor }: Attributes): void {
  const kind = childOf(path, `${patientPath}/name`);
  const name = header.names.at(-1);
  if (kind === undefined || !name || !nameParts.has(kind) || name.parts.length >= listMax) return;
  name.parts.push({ kind, qualifier, isNull: nullFlavor !== undefined, text: '' });
}

function readText(header: Header, path: string, text: string): void {
  if (path.startsWith('ClinicalDocument/title')) {
    header.title = join(header.title, text);
    return;
  }
  if (!path.startsWith(role)) return;
  const addressPart = childOf(path, `${role}/addr`);
  const name = header.names.at(-1);
  const address = header.addresses.at(-1);
  if (address && addressPart === 'streetAddressLine') {
    address.lines.push(join(address.lines.pop() ?? '', text));
  } else if (address && addressPart !== undefined && addressParts.has(addressPart)) {
    address.parts.set(addressPart, join(address.parts.get(addressPart) ?? '', text));
  } else if (name && path === `${patientPath}/name`) {
    name.text = join(name.text, text);
  } else if (name && childOf(path, `${patientPath}/name`) !== undefined) {
    const part: NamePart | undefined = name.parts.at(-1);
    if (part) part.text = join(part.text, text);
  }
}

function addId(header: Header, { root, extension, nullFlavor }: Attributes): void {
  const id = cleanText(extension ?? root);
  if (nullFlavor !== undefined || id === null || header.ids.length >= listMax) return;
  header.ids.push({ root: cleanText(root) ?? '', id });
}

/** A value that is no social security number (a word, the OID itself) is no identifier of any kind. */
function addSsn(header: Header, path: string, { extension = '', nullFlavor }: Attributes): void {
  if (nullFlavor !== undefined || header.knownSsns.length >= maxSsns) return;
  header.knownSsns.push(extension);
  const displayed = displayedSsn(extension);
  if (path === `${role}/id` && displayed !== null && header.recordTargets < 2 && header.ssns.length < listMax)
    header.ssns.push(displayed);
}

function patientOf(header: Header): PatientData {
  const filled = header.addresses.filter(({ lines, parts }) =>
    [...lines, ...parts.values()].some((text) => text.trim() !== ''),
  );
  const address = filled.find(({ use }) => /\bH/.test(use)) ?? filled[0];
  const part = (kind: string) => cleanText(address?.parts.get(kind));
  const lines = (address?.lines ?? []).map((line) => cleanText(line)).filter((line) => line !== null);
  const phones = header.phones.filter(({ value }) => !/^\s*(mailto|https?|ftp):/i.test(value));
  const phone = phones.find(({ use }) => /\bH/.test(use)) ?? phones[0];
  return {
    ...nameFieldsOf(chooseName(header.names)),
    birthDate: dayOf(header.birth),
    gender: genders.has(header.gender ?? '') ? (header.gender ?? null) : null,
    patientIds: header.ids,
    socialSecurityNumbers: [...new Set(header.ssns)],
    streetAddress1: lines[0] ?? null,
    streetAddress2: cleanText(lines.slice(1).join(', ')),
    city: part('city'),
    state: part('state'),
    postalCode: part('postalCode'),
    telephone: cleanText(phone?.value.replace(/^\s*tel:\s*/i, '')),
  };
}

const genders = new Set(['M', 'F', 'UN']);

const join = (before: string, text: string): string =>
  before.length > textMax ? before : before + text.slice(0, textMax);

const childOf = (path: string, parent: string): string | undefined =>
  path.startsWith(`${parent}/`) && !path.includes('/', parent.length + 1) ? path.slice(parent.length + 1) : undefined;
