import { useGetList } from 'react-admin';
import { useEffect, useState } from 'react';
import { pageCountOf } from '../../shared/rules/paging.ts';
import { messageFilter } from './messageFilters.ts';
import { type MessageRow, messagesResource } from './messageRow.ts';
import type { MessageAddress } from './useMessageAddress.ts';

const quiet = () => undefined;

/** What the grid asks for, in the dialect of the data provider. */
export const questionOf = ({ sort, descending, filters }: MessageAddress) => ({
  sort: { field: sort, order: descending ? ('DESC' as const) : ('ASC' as const) },
  filter: messageFilter(filters),
});

/** The rows its address names. The last rows stay while others load and when a call fails. */
export const useMessageList = (address: MessageAddress) => {
  const { page, size, setPage } = address;
  const answer = useGetList<MessageRow>(
    messagesResource,
    { pagination: { page, perPage: size }, ...questionOf(address) },
    { placeholderData: (previous) => previous, retry: false, onError: quiet },
  );
  const [shown, setShown] = useState<{ rows: readonly MessageRow[]; total: number }>();
  const { data, total = data?.length ?? 0 } = answer;
  if (data && (data !== shown?.rows || total !== shown.total)) setShown({ rows: data, total });
  const lastPage = shown && !answer.isFetching && !answer.error ? pageCountOf(shown.total, size) : undefined;
  // An address names a page that is no more.
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) setPage(lastPage, true);
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is new with every address; only the place counts
  }, [lastPage, page]);
  return {
    rows: shown?.rows,
    total: shown?.total ?? 0,
    error: answer.error,
    isFetching: answer.isFetching,
    refresh: () => void answer.refetch(),
  };
};
export type MessageListState = ReturnType<typeof useMessageList>;
