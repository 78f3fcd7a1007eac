import { ListContextProvider, useListContext, useResourceContext, useTranslate } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { statusOf } from './serverError.ts';

/**
 * A failed list: the old rows stay below it. Retry sends the request again; where the server refuses the filters, the button clears them. The heading
 * is that of the resource where it has one.
 */
export const ListError = ({ title, hasRows }: { title?: string | undefined; hasRows?: boolean }) => {
  const translate = useTranslate();
  const { error, data, refetch, filterValues, setFilters } = useListContext();
  const ofResource = translate(`${useResourceContext()}.listFailed`, { _: '' });
  if (!error) return null;
  const heading = (hasRows ?? data !== undefined) ? 'components.table.stale' : (title ?? ofResource);
  // They came from an address that was typed or stored.
  const isFilterRefused = statusOf(error) === 400 && Object.keys(filterValues).length > 0;
  return (
    <ErrorState
      error={error}
      {...(heading && { title: translate(heading) })}
      {...(isFilterRefused
        ? { onRetry: () => setFilters({}, {}), retryText: 'components.table.clearFilters' }
        : { onRetry: () => void refetch() })}
    />
  );
};

/** The rows before a failure: react-query drops them with the request that failed. */
export const LastRows = ({ children }: { children: ReactNode }) => {
  const list = useListContext();
  const { data, total, error } = list;
  const [last, setLast] = useState({ data, total });
  if (data && data !== last.data) setLast({ data, total });
  // Of the several types of a list context, the one with an error.
  const value = error && !data && last.data ? ({ ...list, ...last } as typeof list) : list;
  return <ListContextProvider value={value}>{children}</ListContextProvider>;
};
