import { type Endpoint, expose, proxy } from 'comlink';
import type { ReadOptions } from '../../shared/bulk/csv/types.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import type { Client } from '../../shared/client/createClient.ts';
import { wire } from '../../shared/contract/wire.ts';
import { browserPlatform as platform } from './browserPlatform.ts';
import { createBulkJob, type Publish } from './bulkJob.ts';
import { type Author, type PageApi, tabRate } from './bulkProtocol.ts';
import { actionOf, currentValues, detectColumns } from './sources.ts';
import { registerErrorHandlers } from '../providers/workerErrors.ts';

/** A client whose requests are sent by the page: only the page has the sign-in, and renews it. */
const pageClient = (page: PageApi): Client => {
  let lastId = 0;
  const send = async (area: string, row: string, input: unknown, { signal, ...options }: { signal?: AbortSignal }) => {
    lastId += 1;
    const id = lastId;
    const abort = () => void page.abort(id);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = page.send(id, area, row, input, options);
      if (signal?.aborted) abort();
      return await response;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
  const methodsOf = (area: string, rows: object) =>
    Object.fromEntries(
      Object.keys(rows).map((row) => [row, (input: unknown, options = {}) => send(area, row, input, options)]),
    );
  return Object.fromEntries(
    Object.entries(wire).map(([area, rows]) => [area, methodsOf(area, rows)]),
  ) as unknown as Client; // an object made of the list of its methods: the keys are lost to the compiler
};

/** The worker of a browser tab: its jobs share one rate limit. */
const createWorkerApi = () => {
  const rateLimit = createRateLimit(tabRate, platform);
  let connection: { readonly client: Client; readonly author: Author } | undefined;
  let reading = new AbortController();
  const connected = () => {
    if (!connection) throw new Error('The worker is not connected to a page.');
    return connection;
  };
  return {
    /** Has to be called before the other methods. */
    connect(page: PageApi, author: Author) {
      connection = { client: pageClient(page), author };
    },
    openJob: (publish: Publish) => proxy(createBulkJob({ ...connected(), rateLimit, publish })),
    detectColumns: (file: File, action: string, options: ReadOptions) => detectColumns(file, actionOf(action), options),
    /** The current records in the columns of the action, as CSV; only those with the ids, where there are any. */
    currentValues(action: string, ids: ReadonlySet<string> | null, onRow: (rows: number) => void): Promise<Blob> {
      reading = new AbortController();
      return currentValues(actionOf(action), connected().client, { ids, signal: reading.signal, onRow });
    },
    stopCurrentValues: () => reading.abort(),
  };
};
export type WorkerApi = ReturnType<typeof createWorkerApi>;

/** Serves the page; in a worker its global scope is the endpoint. */
export const serveJobs = (endpoint?: Endpoint): void => {
  registerErrorHandlers();
  expose(createWorkerApi(), endpoint);
};
