import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { getProxyForUrl } from 'proxy-from-env';
import type { Io } from '../io.ts';
import type { Trace } from '../trace.ts';
import { isLoopback } from './origins.ts';

export interface HttpInput {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly trace: Trace;
  readonly io: Pick<Io, 'adapter'>;
}

/** The proxy for an address by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; empty for none. Never for this machine. */
export const proxyFor = (url: URL): string => (isLoopback(url) ? '' : getProxyForUrl(url.href));

const agentsFor = async (url: URL): Promise<{ httpAgent: HttpAgent; httpsAgent: HttpAgent }> => {
  const proxy = proxyFor(url);
  if (proxy === '') {
    const options = { keepAlive: true, maxSockets: 16 };
    return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
  }
  // A tunnel for plain http as well: the proxy sees no token and no path.
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  const agent = new HttpsProxyAgent(proxy, { keepAlive: true, maxSockets: 16 });
  return { httpAgent: agent, httpsAgent: agent };
};

/** axios unpacks a compressed body and keeps the length of the packed one, which a download would be checked against. */
const withoutPackedLength = (response: AxiosResponse): void => {
  const { res } = (response.request ?? {}) as { res?: { rawHeaders?: readonly string[] } };
  if (res?.rawHeaders?.some((name) => name.toLowerCase() === 'content-encoding') === true)
    delete response.headers['content-length'];
};

/** The HTTP connection of the API, of the sign-in service and of downloads: same proxies, same time-outs. */
export const createHttp = async ({ baseUrl, timeoutMs, trace, io }: HttpInput): Promise<AxiosInstance> => {
  const url = new URL(baseUrl);
  const [{ default: axios }, agents] = await Promise.all([import('axios'), agentsFor(url)]);
  const http = axios.create({
    baseURL: baseUrl,
    timeout: timeoutMs,
    ...(io.adapter === undefined ? {} : { adapter: io.adapter }),
    // The agents know the proxy.
    proxy: false,
    ...agents,
    // A redirect would carry the token to an address that is not configured.
    maxRedirects: 0,
    headers: {
      'user-agent': 'carepost',
      // On this machine compression costs more than it saves.
      'accept-encoding': isLoopback(url) ? 'identity' : 'gzip, br',
    },
  });
  http.interceptors.response.use((response) => {
    withoutPackedLength(response);
    trace.onHeaders(response.config.url ?? '', Object.fromEntries(Object.entries(response.headers)));
    return response;
  });
  return http;
};
