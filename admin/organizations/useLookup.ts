import { useQuery } from '@tanstack/react-query';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';

/** Page size that asks for all providers of direct messages (spec 1 section 9). */
const providerPageSize = 20;

const lookups = {
  brands: (provider: AppDataProvider, signal: AbortSignal) => provider.brands({ signal }),
  networks: (provider: AppDataProvider, signal: AbortSignal) => provider.networks({ signal }),
  plans: (provider: AppDataProvider, signal: AbortSignal) => provider.plans({ signal }),
  resellers: (provider: AppDataProvider, signal: AbortSignal) => provider.resellers({ signal }),
  types: (provider: AppDataProvider, signal: AbortSignal) => provider.organizationTypes({ signal }),
  specialties: (provider: AppDataProvider, signal: AbortSignal) => provider.specialties({ signal }),
  features: async (provider: AppDataProvider, signal: AbortSignal) =>
    (await provider.call('features', 'list', {}, { signal })).items,
  directProviders: async (provider: AppDataProvider, signal: AbortSignal) => {
    const query = { pageNumber: 1, pageSize: providerPageSize, type: 'DirectMessaging' };
    return (await provider.call('documentsources', 'providers', { query }, { signal })).items;
  },
};
export type LookupName = keyof typeof lookups;
export type LookupItem<Name extends LookupName> = Awaited<ReturnType<(typeof lookups)[Name]>>[number];

const freshMs = 60_000;

/** The records an organization can point at, all of them; kept for a minute. */
export const useLookup = <Name extends LookupName>(name: Name, enabled = true) => {
  const provider = useAppDataProvider();
  const { data, error, isPending, refetch } = useQuery<LookupItem<Name>[]>({
    queryKey: ['lookup', name],
    queryFn: ({ signal }) => lookups[name](provider, signal),
    staleTime: freshMs,
    retry: false,
    enabled,
  });
  return { items: data, error, isPending, retry: () => void refetch() };
};
