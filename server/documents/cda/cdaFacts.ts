import type { PatientFacts } from '../../../shared/contract/messageSchemas.ts';
import { isSsnRoot, maskSsn, ssnOf } from '../../../shared/rules/socialSecurity.ts';
import { type Base64Check, base64Check } from '../base64Check.ts';
import { cleanText, dayOf } from '../cleanText.ts';
import { damagedBody, DocumentError, type Extracted } from '../documents.ts';
import { maskExtracted } from '../maskExtracted.ts';
import { type CdaName, chooseName, factsOfName, type NamePart } from './chooseName.ts';
import { type Attributes, readXml } from './readXml.ts';

/** Characters of one text that are kept: names and titles are short, and a hostile one must not fill the memory. */
const textMax = 2000;
const listMax = 50;

interface Address {
  readonly use: string;
  /** Texts of the elements `streetAddressLine`. */
  readonly lines: string[];
  readonly parts: Map<string, string>;
}

/** What is gathered on the way through the header. */
interface Found {
  title: string;
  code: string | undefined;
  date: string | undefined;
  readonly names: CdaName[];
  readonly ids: { root: string; id: string }[];
  /** Of the patient, and the values under the root of social security numbers of everyone in the header. */
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
 * The facts in the header of a C-CDA. Reading ends where a structured body begins, so what it holds costs nothing here; a file in the body is
 * only checked for damage.
 */
export function cdaFacts(bytes: Uint8Array): Extracted {
  const found: Found = {
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
    readHeader(bytes, found);
  } catch (error) {
    // A damaged body leaves the header what it is.
    if (!found.hasBody || !(error instanceof DocumentError)) throw error;
    found.damage = error.message;
  }
  const extracted = {
    pageCount: null,
    documentType: cleanText(found.title) ?? cleanText(found.code),
    documentDate: dayOf(found.date),
    patient: found.hasPatient ? patientOf(found) : null,
    problem: problemOf(found),
  };
  return maskExtracted(extracted, found.knownSsns);
}

function readHeader(bytes: Uint8Array, found: Found): void {
  const paths: string[] = [''];
  let isDone = false;
  readXml(bytes, {
    isDone: () => isDone,
    open: (name, attributes, depth) => {
      const path = depth === 1 ? name : `${paths[depth - 1]}/${name}`;
      paths[depth] = path;
      paths.length = depth + 1;
      if (path === 'ClinicalDocument/recordTarget') found.recordTargets++;
      found.hasBody ||= path === bodyPath;
      isDone = path.startsWith('ClinicalDocument/component/') && !path.startsWith(bodyPath);
      if (isDone) return;
      if (path.endsWith('/id') && isSsnRoot(attributes['root'])) addSsn(found, path, attributes);
      // A second patient of the same document is not mixed into the first.
      else if (found.recordTargets < 2 || !path.startsWith(role)) opened(found, path, attributes);
    },
    text: (text) => {
      const path = paths.at(-1) ?? '';
      if (path === `${bodyPath}/text`) found.file?.add(Buffer.from(text, 'utf8'));
      else if (found.recordTargets < 2) gathered(found, path, text);
    },
    close: (_name, depth) => {
      isDone = paths[depth] === bodyPath;
      paths.length = depth;
    },
  });
}

function problemOf({ recordTargets, file, damage }: Found): string | null {
  const problems: string[] = [];
  if (recordTargets > 1)
    problems.push(`The document is about ${recordTargets} patients; the data shown are those of the first.`);
  if (file?.isValid() === false) problems.push(damagedBody);
  else if (damage !== undefined) problems.push(damage);
  return problems.join(' ') || null;
}

function opened(found: Found, path: string, attributes: Attributes): void {
  const { value, nullFlavor, use = '' } = attributes;
  switch (path) {
    case 'ClinicalDocument/code':
      found.code = attributes['displayName'] ?? attributes['code'];
      return;
    case 'ClinicalDocument/effectiveTime':
      found.date = value;
      return;
    case 'ClinicalDocument/effectiveTime/low':
    case 'ClinicalDocument/effectiveTime/high':
      found.date ??= value;
      return;
    case role:
      found.hasPatient = true;
      return;
    case `${role}/id`:
      addId(found, attributes);
      return;
    case `${role}/addr`:
      if (found.addresses.length < listMax)
        found.addresses.push({ use: nullFlavor ? '-' : use, lines: [], parts: new Map() });
      return;
    case `${role}/addr/streetAddressLine`: {
      const lines = found.addresses.at(-1)?.lines;
      if (lines && lines.length < listMax) lines.push('');
      return;
    }
    case `${role}/telecom`:
      if (value && found.phones.length < listMax) found.phones.push({ use, value });
      return;
    case `${patientPath}/name`:
      if (found.names.length < listMax)
        found.names.push({ use, isNull: nullFlavor !== undefined, text: '', parts: [] });
      return;
    case `${patientPath}/administrativeGenderCode`:
      found.gender = nullFlavor ? undefined : attributes['code'];
      return;
    case `${patientPath}/birthTime`:
      found.birth = value;
      return;
    case `${bodyPath}/text`:
      if (attributes['representation'] === 'B64') found.file = base64Check('end');
      return;
    default:
      openedNamePart(found, path, attributes);
  }
}

function openedNamePart(found: Found, path: string, { qualifier = '', nullFlavor }: Attributes): void {
  const kind = childOf(path, `${patientPath}/name`);
  const name = found.names.at(-1);
  if (kind === undefined || !name || !nameParts.has(kind) || name.parts.length >= listMax) return;
  name.parts.push({ kind, qualifier, isNull: nullFlavor !== undefined, text: '' });
}

function gathered(found: Found, path: string, text: string): void {
  if (path.startsWith('ClinicalDocument/title')) {
    found.title = join(found.title, text);
    return;
  }
  if (!path.startsWith(role)) return;
  const addressPart = childOf(path, `${role}/addr`);
  const name = found.names.at(-1);
  const address = found.addresses.at(-1);
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

function addId(found: Found, { root, extension, nullFlavor }: Attributes): void {
  const id = cleanText(extension ?? root);
  if (nullFlavor !== undefined || id === null || found.ids.length >= listMax) return;
  found.ids.push({ root: cleanText(root) ?? '', id });
}

/** A value that is no social security number (a word, the OID itself) is no identifier of any kind. */
function addSsn(found: Found, path: string, { extension = '', nullFlavor }: Attributes): void {
  if (nullFlavor !== undefined || found.knownSsns.length >= listMax) return;
  found.knownSsns.push(extension);
  const number = ssnOf(extension);
  if (path === `${role}/id` && number !== null && found.recordTargets < 2) found.ssns.push(number);
}

function patientOf(found: Found): PatientFacts {
  const filled = found.addresses.filter(({ lines, parts }) =>
    [...lines, ...parts.values()].some((text) => text.trim() !== ''),
  );
  const address = filled.find(({ use }) => /\bH/.test(use)) ?? filled[0];
  const part = (kind: string) => cleanText(address?.parts.get(kind));
  const lines = (address?.lines ?? []).map((line) => cleanText(line)).filter((line) => line !== null);
  const phones = found.phones.filter(({ value }) => !/^\s*(mailto|https?|ftp):/i.test(value));
  const phone = phones.find(({ use }) => /\bH/.test(use)) ?? phones[0];
  return {
    ...factsOfName(chooseName(found.names)),
    birthDate: dayOf(found.birth),
    gender: genders.has(found.gender ?? '') ? (found.gender ?? null) : null,
    patientIds: found.ids,
    socialSecurityNumbers: [...new Set(found.ssns.map(maskSsn))],
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
