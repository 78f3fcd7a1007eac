import { responderTypeNames } from '../../shared/rules/carequality.ts';
import { purposeOfUseName } from '../../shared/rules/purposeOfUse.ts';
import { type FieldWords, useFieldWords } from '../components/records/useFieldWords.ts';
import { useLookup } from './useLookup.ts';

const responderNames: Readonly<Record<string, string>> = responderTypeNames;

/** Fields of an organization and their values as people know them: what points at something by its name. */
export const useOrganizationWords = (): FieldWords => {
  const lookups: Readonly<Record<string, readonly { id: string; name: string }[] | undefined>> = {
    brandId: useLookup('brands').items,
    networkDbId: useLookup('networks').items,
    typeId: useLookup('types').items,
    specialtyId: useLookup('specialties').items,
    resellerId: useLookup('resellers').items,
    planId: useLookup('plans').items,
    enabledFeatures: useLookup('features').items,
    'direct.providerId': useLookup('directProviders').items,
  };
  const named = (field: string, value: string): string => {
    if (field === 'allowedPurposeOfUseCodes') return purposeOfUseName(value);
    if (field === 'carequality.responderType') return responderNames[value] ?? value;
    return lookups[field]?.find(({ id }) => id === value)?.name ?? value;
  };
  const wordsFor = (field: string, value: unknown): string | undefined => {
    if (typeof value === 'string') return named(field, value);
    if (!Array.isArray(value) || value.length === 0) return undefined;
    return value.map((item) => named(field, String(item))).join(', ');
  };
  return useFieldWords({ words: 'organizations', wordsFor });
};
