import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../shared/contract/api.ts';
import type { AnswerOf, CallInput } from '../../shared/contract/endpoint.ts';
import { useAppDataProvider } from './dataProvider.ts';
import type { RowOf } from './deeds.ts';

/** The answer of a reading call, kept under area, row and input; asked for where `enabled` allows it. */
export const useAnswer = <A extends keyof Api, R extends keyof Api[A] & string>(
  area: A,
  row: R,
  input: CallInput<RowOf<A, R>>,
  { enabled = true, keepPrevious = false }: { readonly enabled?: boolean; readonly keepPrevious?: boolean } = {},
) => {
  const provider = useAppDataProvider();
  const call = provider.call as unknown as (
    area: A,
    row: R,
    input: unknown,
    options: { signal: AbortSignal },
  ) => Promise<AnswerOf<RowOf<A, R>>>;
  return useQuery<AnswerOf<RowOf<A, R>>>({
    queryKey: [area, row, input],
    queryFn: ({ signal }) => call(area, row, input, { signal }),
    retry: false,
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
};
