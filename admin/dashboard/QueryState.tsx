import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';

interface QueryStateProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Message key of what could not be loaded or refreshed. */
  failed: string;
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** The data of a query that is refreshed: a failed refresh keeps the old data, with the error and Retry above it. */
export const QueryState = <Data,>({ query, failed, rows = 3, children }: QueryStateProps<Data>) => {
  const translate = useTranslate();
  const { data, error, refetch } = query;
  return (
    <>
      {error && (
        <ErrorState
          error={error}
          title={translate(data === undefined ? failed : 'dashboard.stale', { what: translate(failed) })}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && <LoadingRows rows={rows} />}
      {data !== undefined && children(data)}
    </>
  );
};
