import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { LoadingRows } from '../components/LoadingRows.tsx';

interface AskedProps<Answer> {
  asked: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'refetch'>;
  /** What could not be loaded, or refreshed, as a key. */
  failed: string;
  rows?: number;
  children: (answer: Answer) => ReactNode;
}

/** An answer that is asked for again and again: when that fails the old numbers stay, with what failed and Retry above them. */
export const Asked = <Answer,>({ asked, failed, rows = 3, children }: AskedProps<Answer>) => {
  const translate = useTranslate();
  const { data, error, refetch } = asked;
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
