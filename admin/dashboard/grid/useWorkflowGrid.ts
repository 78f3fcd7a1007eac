import { useEffect, useState } from 'react';
import type { GridFilter, WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { pageCountOf } from '../../../shared/rules/paging.ts';
import { useAnswer } from '../../providers/useAnswer.ts';
import { filteringOf } from './gridFilters.ts';
import { type GridAddress, type GridPlace, useGridAddress } from './useGridAddress.ts';

/** A number is that message's; anything else is looked for in the identifiers. */
const searched = (search: string): GridFilter[] => {
  const text = search.trim();
  if (text === '') return [];
  return /^\d{1,15}$/.test(text)
    ? [{ field: 'mailMessageId', mode: 'equals', value: Number(text) }]
    : [{ field: 'hispMessageId', mode: 'contains', value: text.slice(0, 200) }];
};

/** What the address asks the server for, apart from the page. */
export const questionOf = ({ filters, fixed, search, sort, descending }: GridAddress) => ({
  sorting: [{ field: sort, dir: descending ? ('desc' as const) : ('asc' as const) }],
  filtering: [...filteringOf(fixed), ...filteringOf(filters), ...searched(search)],
});

/** The grid as its address says it. While another page loads and when a call fails the last rows stay on the screen. */
export const useWorkflowGrid = (place: GridPlace) => {
  const address = useGridAddress(place);
  const { page, size, setPage } = address;
  const question = questionOf(address);
  const asked = useAnswer(
    'diagnostics',
    'search',
    { body: { paging: { pageNumber: page, pageSize: size }, ...question } },
    { keepPrevious: true },
  );
  const [shown, setShown] = useState<{ rows: readonly WorkflowRow[]; total: number }>();
  const { data } = asked;
  if (data && (data.messageHealthDataValues !== shown?.rows || data.messageHealthDataValuesCount !== shown.total))
    setShown({ rows: data.messageHealthDataValues, total: data.messageHealthDataValuesCount });

  const lastPage = shown && !asked.isFetching && !asked.error ? pageCountOf(shown.total, size) : undefined;
  const beyond = lastPage !== undefined && page > lastPage;
  // An address names a page that is no more.
  useEffect(() => {
    if (beyond) setPage(lastPage, true);
    // oxlint-disable-next-line react/exhaustive-deps -- the setter is new with every address; only the place counts
  }, [beyond, lastPage]);

  return {
    ...address,
    question,
    rows: shown?.rows,
    total: shown?.total ?? 0,
    error: asked.error,
    isFetching: asked.isFetching,
    retry: () => void asked.refetch(),
  };
};
export type WorkflowGrid = ReturnType<typeof useWorkflowGrid>;
