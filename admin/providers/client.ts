import { create as createHttp } from 'axios';
import { type Client, createClient } from '../../shared/client/createClient.ts';
import type { RetryPolicy } from '../../shared/client/retry.ts';
import type { TokenSupply } from '../../shared/client/token.ts';
import { wire } from '../../shared/contract/wire.ts';
import type { AppConfig } from './config.ts';
import type { IdleClock } from './idleClock.ts';

const responseTimeoutMs = 30_000;

/** The one typed client of the application. Users wait in front of a screen, so it gives up sooner than the command line. */
export const createApiClient = (
  config: AppConfig,
  token: TokenSupply,
  {
    retry = {},
    idle,
  }: { retry?: Partial<RetryPolicy>; idle?: Pick<IdleClock, 'reportedWithCall' | 'reportLost'> } = {},
): Client => {
  const httpAt = (baseURL: string) => createHttp({ baseURL, adapter: 'fetch', timeout: responseTimeoutMs });
  const http = httpAt(config.apiBaseUrl);
  // Calls carry the time of the user's last action, once for each action: that the page calls is none.
  http.interceptors.request.use((request) => {
    const seconds = idle?.reportedWithCall();
    if (seconds !== undefined) request.headers.set('X-User-Activity', seconds);
    return request;
  });
  http.interceptors.response.use(undefined, (error: unknown) => {
    idle?.reportLost();
    throw error;
  });
  // A report may take longer than any other response; the user sees its progress and can cancel it.
  http.interceptors.request.use((request) =>
    request.responseType === 'stream' ? Object.assign(request, { timeout: 0 }) : request,
  );
  const policy = { attempts: 3, baseMs: 300, capMs: 2_000, maxWaitMs: 8_000, ...retry };
  const hosts = config.interopBaseUrl === '' ? {} : { interop: httpAt(config.interopBaseUrl) };
  return createClient({ http, hosts, wire, token, retry: policy });
};
