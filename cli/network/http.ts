import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { getProxyForUrl } from 'proxy-from-env';
import { ConnectionError } from '../../shared/client/connectionError.ts';
import type { Io } from '../io.ts';
import type { Trace } from '../trace.ts';
import { CliError } from '../errors.ts';
import { isLoopback } from './origins.ts';

export interface HttpInput {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly trace: Trace;
  readonly io: Pick<Io, 'adapter' | 'env'>;
}

/** The proxy for an address by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; empty for none. Never for this machine. */
export const proxyFor = (url: URL): string => (isLoopback(url) ? '' : getProxyForUrl(url.href));

/** `http://proxy:8080 (from HTTPS_PROXY)`, without user name and password; undefined without a proxy. */
export const proxyText = (url: URL, env: Io['env']): string | undefined => {
  const proxy = proxyFor(url);
  if (proxy === '') return undefined;
  const variables = [`${url.protocol.slice(0, -1)}_proxy`, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const variable = variables.find((name) => env[name]);
  const shown = URL.canParse(proxy) ? new URL(proxy) : undefined;
  const address = shown === undefined ? 'the configured proxy' : `${shown.protocol}//${shown.host}`;
  return `${address}${variable === undefined ? '' : ` (from ${variable})`}`;
};

type Agents = { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpAgent };

const agentsFor = async (url: URL, onRefused: (request: unknown, status: number) => void): Promise<Agents> => {
  const proxy = proxyFor(url);
  if (proxy === '') {
    const options = { keepAlive: true, maxSockets: 16 };
    return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
  }
  if (!URL.canParse(proxy)) {
    throw new CliError('E-CONFIG', 'The address of the proxy is not valid.', {
      hint: 'Correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY.',
    });
  }
  // A tunnel for plain http as well: the proxy sees no token and no path.
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  const agent = new HttpsProxyAgent(proxy, { keepAlive: true, maxSockets: 16 });
  // The response of a proxy that refuses the tunnel arrives as the response of the server.
  agent.on('proxyConnect', ({ statusCode }: { statusCode: number }, request: unknown) => {
    if (statusCode !== 200) onRefused(request, statusCode);
  });
  return { httpAgent: agent, httpsAgent: agent };
};

const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no response';

/** Why a server could not be reached, as a sentence; names the proxy when that is what failed. */
export const connectionFailure = (address: string, error: unknown): string =>
  error instanceof ConnectionError ? error.message : `${address} cannot be reached (${errorCode(error)}).`;

/** Failures to open a connection. With a proxy they are failures of the proxy, which alone connects to the server. */
const connectCodes = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** axios unpacks a compressed body and keeps the length of the packed one, which a download would be checked against. */
const withoutPackedLength = (response: AxiosResponse): void => {
  const { res } = (response.request ?? {}) as { res?: { rawHeaders?: readonly string[] } };
  if (res?.rawHeaders?.some((name) => name.toLowerCase() === 'content-encoding') === true)
    delete response.headers['content-length'];
};

/** The HTTP connection of the API, of the sign-in service and of downloads: same proxies, same time-outs. */
export const createHttp = async ({ baseUrl, timeoutMs, trace, io }: HttpInput): Promise<AxiosInstance> => {
  const url = new URL(baseUrl);
  const refusals = new WeakMap<object, number>();
  const [{ default: axios }, agents] = await Promise.all([
    import('axios'),
    agentsFor(url, (request, status) => void (typeof request === 'object' && request && refusals.set(request, status))),
  ]);
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
  const proxy = proxyText(url, io.env);
  http.interceptors.response.use(
    (response) => {
      const refused = refusals.get(response.request as object);
      if (refused === undefined) return response;
      const text = `The proxy ${proxy ?? ''} refused the connection to ${url.host} with status ${refused}.`;
      throw new ConnectionError(text, 'ERR_PROXY_REFUSED');
    },
    (error: unknown) => {
      const code = errorCode(error);
      if (proxy === undefined || !connectCodes.test(code)) throw error;
      throw new ConnectionError(`The proxy ${proxy} cannot be reached (${code}).`, code);
    },
  );
  http.interceptors.response.use((response) => {
    withoutPackedLength(response);
    trace.onHeaders(response.config.url ?? '', Object.fromEntries(Object.entries(response.headers)));
    return response;
  });
  return http;
};
