import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../shared/contract/api.ts';
import type { AnswerOf, CallInput } from '../../shared/contract/endpoint.ts';
import { useAppDataProvider } from './dataProvider.ts';
import type { RowOf } from './customMethods.ts';

interface Options<Answer> {
  readonly enabled?: boolean;
  readonly keepPrevious?: boolean;
  /** While it says so of the last answer, it is asked for again and again. */
  readonly isUnderWay?: (answer: Answer) => boolean;
  /** Asked for again every so many ms; not while the tab is hidden, and at once when it is seen again. */
  readonly refreshMs?: number;
}

const askAgainMs = 2000;

/** The answer of a reading call, kept under area, row and input; asked for where `enabled` allows it. */
export const useAnswer = <A extends keyof Api, R extends keyof Api[A] & string>(
  area: A,
  row: R,
  input: CallInput<RowOf<A, R>>,
  { enabled = true, keepPrevious = false, isUnderWay, refreshMs }: Options<AnswerOf<RowOf<A, R>>> = {},
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
    refetchInterval: ({ state }) =>
      refreshMs ?? (state.data !== undefined && isUnderWay?.(state.data) ? askAgainMs : false),
    ...(refreshMs === undefined ? {} : { refetchOnWindowFocus: 'always' as const }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
};
