import type { Client } from '../../shared/client/createClient.ts';
import type { BulkAction, Current } from '../../shared/bulk/action.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import { createRateLimitedClient } from '../../shared/bulk/rateLimitedClient.ts';
import { createShared, rowContext } from '../../shared/bulk/rowContext.ts';
import { filledLines } from '../../shared/bulk/template.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import { pageRate } from './bulkJob.ts';

/** Longest that the server may ask to wait altogether. */
const maxWaitMs = 15 * 60 * 1000;

interface Present {
  readonly signal: AbortSignal;
  /** Looks at a row of the organization list. */
  readonly keep: (organization: Readonly<Record<string, unknown>>) => boolean;
  readonly onRow: (rows: number) => void;
}

/** The file of an action with what stands now: header, a line for each record, with `_base` where edits are merged. */
export const presentLines = (action: BulkAction, client: Client, { signal, keep, onRow }: Present) => {
  const limit = createRateLimit(pageRate, platform);
  const limited = createRateLimitedClient({ client, rateLimit: limit, platform, signal, maxWaitMs, isReading: true });
  const context = rowContext(limited.client, { signal }, createShared());
  const currents = async function* (): AsyncGenerator<Current> {
    let rows = 0;
    for await (const current of action.scan?.(context, keep) ?? []) {
      yield current;
      rows += 1;
      onRow(rows);
    }
  };
  return filledLines(action, currents());
};
