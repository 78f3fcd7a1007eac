import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { LoadingRows } from './LoadingRows.tsx';

interface QueryStateProps<Data> {
  /** A query, or what loads like one. */
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** Heading of an error, or its message key. */
  failed?: string;
  rows?: number;
  children?: (data: Data) => ReactNode;
}

/** The data of a query; a failed refresh keeps the old data, with the error and Retry above it. */
export const QueryState = <Data,>({ query, failed, rows = 3, children }: QueryStateProps<Data>) => {
  const translate = useTranslate();
  const { data, error, refetch } = query;
  const text = translate(failed ?? 'components.states.failed');
  return (
    <>
      {error && (
        <ErrorState
          error={error}
          title={data === undefined ? text : translate('components.states.stale', { what: text })}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && <LoadingRows rows={rows} />}
      {data !== undefined && children?.(data)}
    </>
  );
};
