import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { getProxyForUrl } from 'proxy-from-env';
import { ConnectionError } from '../../shared/client/connectionError.ts';
import type { Context } from '../command.ts';
import type { Io } from '../io.ts';
import { formatDuration } from '../durations.ts';
import { CliError } from '../errors.ts';
import { codeOf } from '../files.ts';
import { isLoopback } from './origins.ts';

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

/** A tunnel that could not be opened. Nothing was sent to the server, whatever the reason. */
const tunnelError = (text: string) => new ConnectionError(text, 'ERR_PROXY_TUNNEL');

/** An agent that reaches servers through a proxy; `waiting` holds the requests whose tunnel is not open yet. */
const createTunnelAgent = async (url: URL, proxyName: string, waiting: WeakSet<object>): Promise<HttpAgent> => {
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  type Connect = InstanceType<typeof HttpsProxyAgent>['connect'];
  class TunnelAgent extends HttpsProxyAgent<string> {
    override async connect(...[request, options]: Parameters<Connect>): ReturnType<Connect> {
      const host = options.host ?? '';
      // TLS in a tunnel knows no host where there is no server name, and addresses have none: it would check for "localhost".
      const checkIdentity: typeof checkServerIdentity = (_host, certificate) => checkServerIdentity(host, certificate);
      let status = 200;
      request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => (status = statusCode));
      waiting.add(request);
      const socket = await super
        .connect(
          request,
          options.secureEndpoint && isIP(host) !== 0 ? { ...options, checkServerIdentity: checkIdentity } : options,
        )
        .catch((error: unknown) => {
          throw tunnelError(
            codeOf(error) !== ''
              ? `The proxy ${proxyName} cannot be reached (${codeOf(error) || 'no response'}).`
              : `The proxy ${proxyName} closed the connection before it responded.`,
          );
        });
      waiting.delete(request);
      // Without this the response of the proxy would arrive as the response of the server.
      if (status !== 200)
        throw tunnelError(`The proxy ${proxyName} refused the connection to ${url.host} with status ${status}.`);
      return socket;
    }
  }
  // A tunnel for plain http as well: the proxy sees no token and no path.
  return new TunnelAgent(proxyFor(url), { keepAlive: true, maxSockets: 16 });
};

const agentsFor = async (url: URL, env: Io['env'], waiting: WeakSet<object>): Promise<Agents> => {
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
  const agent = await createTunnelAgent(url, proxyText(url, env) ?? '', waiting);
  return { httpAgent: agent, httpsAgent: agent };
};

/** Why a server could not be reached, as a sentence; names the proxy when that is what failed. */
export const connectionFailure = (address: string, error: unknown): string =>
  error instanceof ConnectionError
    ? error.message
    : `${address} cannot be reached (${codeOf(error) || 'no response'}).`;

/** axios unpacks a compressed body and keeps the length of the packed one, which a download would be checked against. */
const withoutPackedLength = (response: AxiosResponse): void => {
  const { res } = (response.request ?? {}) as { res?: { rawHeaders?: readonly string[] } };
  if (res?.rawHeaders?.some((name) => name.toLowerCase() === 'content-encoding') === true)
    delete response.headers['content-length'];
};

/** The HTTP connection of the API, of the sign-in service and of downloads: same proxies, same time-outs. */
export const createHttp = async (
  { config, trace, io }: Pick<Context, 'config' | 'trace' | 'io'>,
  baseUrl: string,
): Promise<AxiosInstance> => {
  const timeoutMs = config.milliseconds('timeout');
  const url = new URL(baseUrl);
  const waiting = new WeakSet<object>();
  const [{ default: axios }, agents] = await Promise.all([import('axios'), agentsFor(url, io.env, waiting)]);
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
  http.interceptors.response.use(undefined, (error: unknown) => {
    if (!axios.isAxiosError(error)) throw error;
    if (error.cause instanceof ConnectionError) throw error.cause;
    if (error.code === 'ECONNABORTED' && waiting.has(error.request as object))
      throw tunnelError(
        `The proxy ${proxyText(url, io.env) ?? ''} did not respond within ${formatDuration(timeoutMs)}.`,
      );
    throw error;
  });
  http.interceptors.response.use((response) => {
    withoutPackedLength(response);
    trace.onHeaders(response.config.url ?? '', Object.fromEntries(Object.entries(response.headers)));
    return response;
  });
  return http;
};
