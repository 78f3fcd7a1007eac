import { type SortPayload, useGetList } from 'react-admin';
import type { Feature } from '../../shared/contract/features.ts';
import type { PlanItem } from '../../shared/contract/plans.ts';
import type { ResellerItem } from '../../shared/contract/resellers.ts';

/** Resources an organization points at, with the page size that loads all of their records. */
const sizes = {
  brands: 100,
  directproviders: 20,
  features: 1000,
  networks: 5000,
  organizationtypes: 1000,
  plans: 100,
  resellers: 5000,
  specialties: 5000,
};
export type LookupName = keyof typeof sizes;
interface Named {
  readonly id: string;
  readonly name: string;
}
type LookupItem<Name extends LookupName> = Name extends 'plans'
  ? PlanItem
  : Name extends 'resellers'
    ? ResellerItem
    : Name extends 'features'
      ? Feature
      : Named;

const byName: SortPayload = { field: 'name', order: 'ASC' };
const freshMs = 60_000;
const onError = () => undefined;

/** All records of a resource that an organization can point at; cached for a minute. */
export const useLookup = <Name extends LookupName>(resource: Name, enabled = true) => {
  const { data, error, isPending, refetch } = useGetList<LookupItem<Name>>(
    resource,
    { pagination: { page: 1, perPage: sizes[resource] }, sort: byName },
    { staleTime: freshMs, retry: false, enabled, onError },
  );
  return { items: data, error, isPending, retry: () => void refetch() };
};
