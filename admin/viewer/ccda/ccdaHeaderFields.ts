import { hl7Day, hl7Time, nullFlavorText } from '../../../shared/rules/ccda.ts';
import { isSsnRoot } from '../../../shared/rules/socialSecurity.ts';
import { attributeOf, childOf, childrenOf, textOf } from './ccdaElements.ts';

/** Texts of the header fields. Every function returns an empty text for a missing element. */
const partsOf = (element: Element, ...names: string[]): string =>
  names
    .flatMap((name) => childrenOf(element, name))
    .filter((part) => !attributeOf(part, 'nullFlavor'))
    .map(textOf)
    .filter(Boolean)
    .join(' ');

const nameText = (name: Element): string =>
  partsOf(name, 'prefix', 'given', 'family', 'suffix') || (attributeOf(name, 'nullFlavor') ? '' : textOf(name));

/** Distinct names, legal names first. */
export const namesOf = (entity: Element | null): string[] => {
  const names = childrenOf(entity, 'name');
  const isLegal = (name: Element) => attributeOf(name, 'use').split(' ').includes('L');
  const texts = [...names.filter(isLegal), ...names.filter((name) => !isLegal(name))].map(nameText).filter(Boolean);
  return [...new Set(texts)];
};

export const timeOf = (element: Element | null): string => {
  const value = attributeOf(element, 'value') || attributeOf(childOf(element, 'low'), 'value');
  return value ? hl7Time(value) : absentText(element);
};

export const dayOf = (element: Element | null): string => {
  const value = attributeOf(element, 'value');
  return value ? hl7Day(value) : absentText(element);
};

/** Text of a null flavor: the reason why a value is missing. */
export const absentText = (element: Element | null): string => {
  const flavor = attributeOf(element, 'nullFlavor');
  return flavor ? nullFlavorText(flavor) : '';
};

const genders: Readonly<Record<string, string>> = { F: 'Female', M: 'Male', UN: 'Undifferentiated' };

export const genderOf = (code: Element | null): string => {
  const value = attributeOf(code, 'code');
  return genders[value.toUpperCase()] ?? codeText(code);
};

/** Display name of a code, else the code itself. */
export const codeText = (code: Element | null): string =>
  attributeOf(code, 'displayName') ||
  textOf(childOf(code, 'originalText')) ||
  attributeOf(code, 'code') ||
  absentText(code);

export const addressesOf = (role: Element | null): string[] =>
  childrenOf(role, 'addr')
    .map((addr) => {
      const streets = childrenOf(addr, 'streetAddressLine').map(textOf);
      const city = partsOf(addr, 'city');
      const cityLine = [city, [partsOf(addr, 'state'), partsOf(addr, 'postalCode')].filter(Boolean).join(' ')];
      const parts = [...streets, cityLine.filter(Boolean).join(', '), partsOf(addr, 'country')].filter(Boolean);
      return parts.length > 0 ? parts.join(', ') : attributeOf(addr, 'nullFlavor') ? '' : textOf(addr);
    })
    .filter(Boolean);

export const telecomsOf = (role: Element | null): string[] =>
  childrenOf(role, 'telecom')
    .map((telecom) => attributeOf(telecom, 'value').replace(/^(tel|mailto|fax):/i, ''))
    .filter(Boolean);

export interface CcdaIdentifier {
  /** Of a social security number the masked one (`maskDocument`). */
  readonly value: string;
  readonly kind: 'ssn' | 'other';
  readonly authority: string;
}

export const identifiersOf = (role: Element | null): CcdaIdentifier[] =>
  childrenOf(role, 'id')
    .map((id) => ({
      value: attributeOf(id, 'extension'),
      kind: isSsnRoot(attributeOf(id, 'root')) ? ('ssn' as const) : ('other' as const),
      authority: attributeOf(id, 'assigningAuthorityName'),
    }))
    .filter(({ value }) => value !== '');
