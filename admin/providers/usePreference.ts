import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAppDataProvider } from './dataProvider.ts';

/** A setting as it is sent and stored. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * A setting of the signed-in user, stored by the server under `key`. `read` converts the stored value into the type of the page; a
 * setting that was never saved is null.
 */
export const usePreference = <T extends Json>(key: string, read: (stored: unknown) => T, enabled = true) => {
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  const queryKey = ['preferences', 'get', key];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await provider.preferences.get({ params: { key } }, { signal })).value,
    retry: false,
    enabled,
  });
  /** Changes the stored value, which another tab may have changed since it was loaded; throws when it cannot be saved. */
  const change = async (next: (now: T) => T): Promise<void> => {
    const { value: now } = await provider.preferences.get({ params: { key } });
    const { value } = await provider.preferences.save({
      params: { key },
      body: { value: next(read(now)) },
    });
    queries.setQueryData(queryKey, value);
  };
  return {
    value: data === undefined ? undefined : read(data),
    error,
    isPending,
    retry: () => void refetch(),
    change,
  };
};
