import { ApiError } from '../client/apiError.ts';
import type { CallOptions, Client } from '../client/createClient.ts';
import type { BulkAction, Current, RowContext, Shared } from './action.ts';
import { hashText } from './hash.ts';
import type { Values } from './values.ts';

/** Responses shared by the rows of one plan or run: each is requested once, and again only after a failure. */
export const createShared = (): Shared => {
  const responses = new Map<string, Promise<unknown>>();
  return {
    once<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = responses.get(key);
      if (known !== undefined) return known as Promise<T>;
      const response = load();
      responses.set(key, response);
      response.catch(() => responses.delete(key));
      return response;
    },
  };
};

export const rowContext = (client: Client, options: CallOptions, shared: Shared): RowContext => ({
  client,
  options,
  shared,
});

/** The current record of a row. A missing one is undefined, except where something is to be added to it. */
export const readOrNothing = async (
  action: BulkAction,
  values: Values,
  context: RowContext,
): Promise<Current | undefined> => {
  try {
    return await action.read(values, context);
  } catch (error) {
    const adds = action.kind === 'create' || action.upserts === true;
    if (error instanceof ApiError && error.status === 404 && !adds) return undefined;
    throw error;
  }
};

/** The same key for the same row of the same run: the server recognizes a repeated request by it. */
export const idempotencyKeyOf = (run: string, row: number): string => {
  const digits = hashText(`${run}-${row}`) + hashText(`${row} of ${run}`);
  return [8, 4, 4, 4, 12]
    .map((length, index, lengths) => {
      const start = lengths.slice(0, index).reduce((sum, one) => sum + one, 0);
      return digits.slice(start, start + length);
    })
    .join('-');
};
