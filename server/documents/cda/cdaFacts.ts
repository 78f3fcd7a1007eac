import type { PatientFacts } from '../../../shared/contract/messageSchemas.ts';
import { cleanText, dayOf } from '../cleanText.ts';
import type { Extracted } from '../documents.ts';
import { type CdaName, chooseName, factsOfName, type NamePart } from './chooseName.ts';
import { type Attributes, readXml } from './readXml.ts';

/** Characters of one text that are kept: names and titles are short, and a hostile one must not fill the memory. */
const textMax = 2000;
const listMax = 50;

interface Address {
  readonly use: string;
  readonly parts: Map<string, string>;
}

/** What is gathered on the way through the header. */
interface Found {
  title: string;
  code: string | undefined;
  date: string | undefined;
  readonly names: CdaName[];
  readonly ids: { root: string; id: string }[];
  readonly addresses: Address[];
  readonly phones: { use: string; value: string }[];
  gender: string | undefined;
  birth: string | undefined;
  hasPatient: boolean;
}

const role = 'ClinicalDocument/recordTarget/patientRole';
const patientPath = `${role}/patient`;
const addressParts = new Set(['streetAddressLine', 'city', 'state', 'postalCode']);
const nameParts = new Set(['given', 'family', 'prefix', 'suffix']);

/** The facts in the header of a C-CDA. Reading ends where the body begins, so what a body holds costs nothing here. */
export function cdaFacts(bytes: Uint8Array): Extracted {
  const found: Found = {
    title: '',
    code: undefined,
    date: undefined,
    names: [],
    ids: [],
    addresses: [],
    phones: [],
    gender: undefined,
    birth: undefined,
    hasPatient: false,
  };
  const paths: string[] = [''];
  let isDone = false;
  let recordTargets = 0;
  readXml(bytes, {
    isDone: () => isDone,
    open: (name, attributes, depth) => {
      const path = depth === 1 ? name : `${paths[depth - 1]}/${name}`;
      paths[depth] = path;
      paths.length = depth + 1;
      if (path === 'ClinicalDocument/recordTarget') recordTargets++;
      isDone = path === 'ClinicalDocument/component';
      // A second patient of the same document is not mixed into the first.
      if (!isDone && (recordTargets < 2 || !path.startsWith(role))) opened(found, path, attributes);
    },
    text: (text) => {
      if (recordTargets < 2) gathered(found, paths.at(-1) ?? '', text);
    },
    close: (_name, depth) => {
      paths.length = depth;
    },
  });
  return {
    pageCount: null,
    documentType: cleanText(found.title) ?? cleanText(found.code),
    documentDate: dayOf(found.date),
    patient: found.hasPatient ? patientOf(found) : null,
  };
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
      if (found.addresses.length < listMax) found.addresses.push({ use: nullFlavor ? '-' : use, parts: new Map() });
      return;
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
  if (addressPart !== undefined && addressParts.has(addressPart)) {
    const { parts } = found.addresses.at(-1) ?? { parts: new Map<string, string>() };
    // The first line of the street is the street; further lines are not shown.
    if (parts.has(addressPart) && (parts.get(addressPart)?.trim() ?? '') !== '' && addressPart === 'streetAddressLine')
      return;
    parts.set(addressPart, join(parts.get(addressPart) ?? '', text));
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

function patientOf(found: Found): PatientFacts {
  const filled = found.addresses.filter(({ parts }) => [...parts.values()].some((text) => text.trim() !== ''));
  const address = filled.find(({ use }) => /\bH/.test(use)) ?? filled[0];
  const part = (kind: string) => cleanText(address?.parts.get(kind));
  const phones = found.phones.filter(({ value }) => !/^\s*(mailto|https?|ftp):/i.test(value));
  const phone = phones.find(({ use }) => /\bH/.test(use)) ?? phones[0];
  return {
    ...factsOfName(chooseName(found.names)),
    birthDate: dayOf(found.birth),
    gender: genders.has(found.gender ?? '') ? (found.gender ?? null) : null,
    patientIds: found.ids,
    streetAddress1: part('streetAddressLine'),
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
