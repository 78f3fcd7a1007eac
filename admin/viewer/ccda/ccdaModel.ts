import {
  addressesOf,
  type CcdaIdentifier,
  codeText,
  dayOf,
  genderOf,
  identifiersOf,
  namesOf,
  telecomsOf,
  timeOf,
} from './ccdaHeaderFields.ts';
import { allOf, attributeOf, childOf, childrenOf, textOf } from './ccdaElements.ts';

export interface CcdaPatient {
  readonly names: readonly string[];
  readonly birthDate: string;
  readonly gender: string;
  readonly identifiers: readonly CcdaIdentifier[];
  readonly addresses: readonly string[];
  readonly telecoms: readonly string[];
}

export interface CcdaSection {
  /** Position in the document: `2.1` is the first section within the second. */
  readonly key: string;
  readonly code: string | null;
  readonly title: string;
  readonly text: Element | null;
  readonly element: Element;
  readonly nullFlavor: string;
  /** Number of coded entries, which are not displayed. */
  readonly entries: number;
  readonly rows: number;
  readonly sections: readonly CcdaSection[];
}

export interface Ccda {
  /** False for fragments and other XML. */
  readonly isDocument: boolean;
  readonly title: string;
  readonly type: string;
  readonly date: string;
  readonly authors: readonly string[];
  readonly custodian: string;
  readonly patients: readonly CcdaPatient[];
  readonly sections: readonly CcdaSection[];
  /** Text element of an unstructured document, which contains a file. */
  readonly body: Element | null;
}

/** The displayed data of a clinical document; every element may be missing. */
export const readCcda = (document: Document): Ccda => {
  const root = document.documentElement;
  const nonXml = allOf(document, 'nonXMLBody')[0];
  return {
    isDocument: root.localName === 'ClinicalDocument',
    title: textOf(childOf(root, 'title')),
    type: codeText(childOf(root, 'code')),
    date: timeOf(childOf(root, 'effectiveTime')),
    authors: [...new Set(childrenOf(root, 'author').map(authorText).filter(Boolean))],
    custodian: namesOf(childOf(root, 'custodian', 'assignedCustodian', 'representedCustodianOrganization'))[0] ?? '',
    patients: allOf(document, 'patientRole').map(patientOf),
    sections: sectionsWithin(root, ''),
    body: nonXml ? childOf(nonXml, 'text') : null,
  };
};

const authorText = (element: Element): string => {
  const assigned = childOf(element, 'assignedAuthor');
  const author = namesOf(childOf(assigned, 'assignedPerson'))[0];
  const device = childOf(assigned, 'assignedAuthoringDevice');
  const organization = namesOf(childOf(assigned, 'representedOrganization'))[0];
  const name = author ?? textOf(childOf(device, 'softwareName'));
  return [name, organization].filter(Boolean).join(', ');
};

const patientOf = (role: Element): CcdaPatient => {
  const patient = childOf(role, 'patient');
  return {
    names: namesOf(patient),
    birthDate: dayOf(childOf(patient, 'birthTime')),
    gender: genderOf(childOf(patient, 'administrativeGenderCode')),
    identifiers: identifiersOf(role),
    addresses: addressesOf(role),
    telecoms: telecomsOf(role),
  };
};

/** Sections below an element, at any depth, that are not inside another section. */
const sectionsWithin = (element: Element, path: string): CcdaSection[] => {
  const elements: Element[] = [];
  const collect = (parent: Element) => {
    for (const child of parent.children) {
      if (child.localName === 'section') elements.push(child);
      else collect(child);
    }
  };
  collect(element);
  return elements.map((section, index) => sectionOf(section, path ? `${path}.${index + 1}` : String(index + 1)));
};

const sectionOf = (element: Element, key: string): CcdaSection => {
  const code = childOf(element, 'code');
  const text = childOf(element, 'text');
  return {
    key,
    code: attributeOf(code, 'code') || null,
    title: textOf(childOf(element, 'title')) || attributeOf(code, 'displayName'),
    text,
    element,
    nullFlavor: attributeOf(element, 'nullFlavor'),
    entries: childrenOf(element, 'entry').length,
    rows: text ? allOf(text, 'tr').length : 0,
    sections: sectionsWithin(element, key),
  };
};

/** All sections with their subsections, in document order. */
export const flatSections = (sections: readonly CcdaSection[]): CcdaSection[] =>
  sections.flatMap((section) => [section, ...flatSections(section.sections)]);
