import { useQuery } from '@tanstack/react-query';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

const lookups = {
  brands: (provider: AppDataProvider, signal: AbortSignal) => provider.brands({ signal }),
  networks: (provider: AppDataProvider, signal: AbortSignal) => provider.networks({ signal }),
  plans: (provider: AppDataProvider, signal: AbortSignal) => provider.plans({ signal }),
  resellers: (provider: AppDataProvider, signal: AbortSignal) => provider.resellers({ signal }),
  types: (provider: AppDataProvider, signal: AbortSignal) => provider.organizationTypes({ signal }),
  specialties: (provider: AppDataProvider, signal: AbortSignal) => provider.specialties({ signal }),
};
export type LookupName = keyof typeof lookups;
export type LookupItem<Name extends LookupName> = Awaited<ReturnType<(typeof lookups)[Name]>>[number];

const freshMs = 60_000;

/** The records an organization can point at, all of them; kept for a minute. */
export const useLookup = <Name extends LookupName>(name: Name) => {
  const provider = useAppDataProvider();
  const { data, error, isPending, refetch } = useQuery<LookupItem<Name>[]>({
    queryKey: ['lookup', name],
    queryFn: ({ signal }) => lookups[name](provider, signal),
    staleTime: freshMs,
    retry: false,
  });
  return { items: data, error, isPending, retry: () => void refetch() };
};
