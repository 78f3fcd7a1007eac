import { useQuery } from '@tanstack/react-query';

/** A call that opening a dialog makes: it is sent once, whatever is drawn again, and once more by `refetch`. */
export const useSentOnce = <Data>(key: readonly string[], send: () => Promise<Data>) =>
  useQuery({
    queryKey: key,
    queryFn: send,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
