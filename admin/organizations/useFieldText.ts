import { useTranslate } from 'ra-core';
import type { FieldValue } from './organizationConflict.ts';
import { useLookup } from './useLookup.ts';

/** A field's value as people know it: the name of the record it points at, or the value itself. */
export const useFieldText = () => {
  const translate = useTranslate();
  const lookups: Readonly<Record<string, readonly { id: string; name: string }[] | undefined>> = {
    brandId: useLookup('brands').items,
    networkDbId: useLookup('networks').items,
    typeId: useLookup('types').items,
    specialtyId: useLookup('specialties').items,
    resellerId: useLookup('resellers').items,
    planId: useLookup('plans').items,
  };
  return (field: string, value: FieldValue): string => {
    if (value === null) return translate('organizations.conflict.emptyValue');
    return lookups[field]?.find(({ id }) => id === value)?.name ?? String(value);
  };
};
