import { useTranslate } from 'react-admin';
import { loginTypes, type OrganizationFilters } from '../../providers/organizationDialect.ts';
import { type LookupName, useLookup } from '../useLookup.ts';

export type FilterName = Exclude<keyof OrganizationFilters, 'q'>;
/** Filters that take one of several values; the other one, canceling, is a toggle. */
export type ChoiceName = Exclude<FilterName, 'cancelling'>;

/** In the order of the columns; type and brand have none. */
export const choiceNames: readonly ChoiceName[] = [
  'networkId',
  'resellerId',
  'tierCode',
  'isActivated',
  'isEnabled',
  'loginType',
  'apiCapture',
  'typeId',
  'brandId',
];

export interface FilterOption {
  readonly id: string;
  readonly name: string;
}

const lookups: { readonly [name in ChoiceName]?: LookupName } = {
  networkId: 'networks',
  resellerId: 'resellers',
  typeId: 'types',
  brandId: 'brands',
  tierCode: 'plans',
};
/** Words for on and off. */
const flags: { readonly [name in ChoiceName]?: readonly [on: string, off: string] } = {
  isActivated: ['organizations.states.activated', 'organizations.states.notActivated'],
  isEnabled: ['organizations.states.enabled', 'organizations.states.disabled'],
  apiCapture: ['organizations.states.capturing', 'organizations.states.notCapturing'],
};

/** What a column can be filtered by. Records are asked for only once somebody wants to see them. */
export const useFilterOptions = (name: ChoiceName, wanted: boolean) => {
  const translate = useTranslate();
  const lookup = lookups[name];
  const { items, error, retry } = useLookup(lookup ?? 'networks', wanted && lookup !== undefined);
  const words = flags[name];
  const options = ((): readonly FilterOption[] | undefined => {
    if (words) return ['true', 'false'].map((id, index) => ({ id, name: translate(words[index] ?? '') }));
    if (name === 'loginType') return loginTypes.map((id) => ({ id, name: id }));
    if (name !== 'tierCode') return items;
    const codes = items?.flatMap((plan) => ('tierCode' in plan ? [plan.tierCode] : []));
    return codes && [...new Set(codes)].toSorted().map((id) => ({ id, name: id }));
  })();
  return { options, error, retry };
};

/** A filter's value as people know it; an id whose record is not known stays an id. */
export const useFilterText = (name: ChoiceName, value: string): string => {
  const { options } = useFilterOptions(name, true);
  return options?.find(({ id }) => id === value)?.name ?? value;
};
