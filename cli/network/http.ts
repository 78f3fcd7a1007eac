import type { AxiosInstance } from 'axios';
import type { Trace } from '../trace.ts';

export interface HttpInput {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly trace: Trace;
}

/** The one maker of HTTP connections: API, sign-in service and downloads go this way, through the same proxies and time-outs. */
export const createHttp = async ({ baseUrl, timeoutMs, trace }: HttpInput): Promise<AxiosInstance> => {
  const [{ default: axios }, { nodeAdapter }] = await Promise.all([import('axios'), import('./adapter.ts')]);
  const http = axios.create({
    baseURL: baseUrl,
    timeout: timeoutMs,
    adapter: nodeAdapter,
    // A redirect would carry the token to an address nobody configured.
    maxRedirects: 0,
    headers: { 'user-agent': 'carepost' },
  });
  http.interceptors.response.use((response) => {
    trace.onHeaders(response.config.url ?? '', Object.fromEntries(Object.entries(response.headers)));
    return response;
  });
  return http;
};
