import type { RowContext } from '../../shared/bulk/action.ts';
import { pacedClient } from '../../shared/bulk/paced.ts';
import { createShared, rowContext } from '../../shared/bulk/rowContext.ts';
import type { Context } from '../context.ts';
import { hostPace } from './hostPace.ts';
import { nodePlatform } from './nodePlatform.ts';
import { maxWaitOf, rateOf } from './planFlow.ts';

/** What an action needs to read at the server outside of a run: for selections and filled templates. */
export const readingContext = async (context: Context, { rate }: { readonly rate?: number }): Promise<RowContext> => {
  const { signal } = context;
  const [bare, pace] = await Promise.all([context.client(), hostPace(context, rateOf(rate))]);
  const { client } = pacedClient({
    client: bare,
    pace,
    platform: nodePlatform,
    signal,
    maxWaitMs: maxWaitOf(context),
    isReading: true,
  });
  return rowContext(client, { signal }, createShared());
};
