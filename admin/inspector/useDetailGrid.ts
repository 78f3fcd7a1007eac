import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { detailGridPageSize } from '../../shared/rules/paging.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

export interface DetailAnswer<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly error: unknown;
  readonly retry: () => void;
  readonly isFetching: boolean;
}

interface Question {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly order?: 'ASC' | 'DESC';
  readonly enabled?: boolean;
}

/** A page of a set that belongs to a message. */
export const useDetailGrid = <Row extends { id: number }>(resource: string, question: Question): DetailAnswer<Row> => {
  const provider = useAppDataProvider();
  const [page, setPage] = useState(1);
  const { filter = {}, field, order = 'ASC', enabled = true } = question;
  const asked = useQuery({
    queryKey: [resource, 'getList', { filter, field, order, page }],
    queryFn: ({ signal }) =>
      provider.getList<Row>(resource, {
        pagination: { page, perPage: detailGridPageSize },
        sort: { field, order },
        filter,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
  return {
    rows: asked.data?.data,
    total: asked.data?.total ?? 0,
    page,
    setPage,
    error: asked.error,
    retry: () => void asked.refetch(),
    isFetching: asked.isFetching,
  };
};

/** A page of rows that are there already. */
export const usePagedRows = <Row>(rows: readonly Row[]): DetailAnswer<Row> => {
  const [page, setPage] = useState(1);
  const last = Math.max(1, Math.ceil(rows.length / detailGridPageSize));
  const shown = Math.min(page, last);
  return {
    rows: rows.slice((shown - 1) * detailGridPageSize, shown * detailGridPageSize),
    total: rows.length,
    page: shown,
    setPage,
    error: null,
    retry: () => undefined,
    isFetching: false,
  };
};
