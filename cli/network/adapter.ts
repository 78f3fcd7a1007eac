import type { IncomingMessage, RequestOptions } from 'node:http';
import {
  type AxiosAdapter,
  AxiosError,
  AxiosHeaders,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import { agentFor } from './agents.ts';
import { isLoopback } from './origins.ts';

/**
 * Carries axios requests over node:http and node:https. axios' own adapter does the same and much more (forms, redirects,
 * http2, data addresses); loading that more costs as long as the rest of a command, so only what the command line sends is here:
 * text and byte bodies, streamed and whole answers, gzip and brotli, time-outs, aborts, proxies.
 */
export const nodeAdapter: AxiosAdapter = async (config) => {
  const address = new URL(
    config.url ?? '',
    config.baseURL === undefined ? undefined : `${config.baseURL.replace(/\/+$/, '')}/`,
  );
  // axios joins base and path by text, so that a base with a path keeps it.
  const url =
    config.baseURL !== undefined && config.url?.startsWith('/')
      ? new URL(config.baseURL.replace(/\/+$/, '') + config.url)
      : address;
  // Not import(): that would also load what node:http only hands through (fetch, WebSocket), 20 ms for nothing.
  const transport = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  const agent = await agentFor(url);
  const body = bytesOf(config.data);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(AxiosHeaders.from(config.headers).toJSON())) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = String(value);
  }
  // On this machine packing costs more than it saves.
  if (!isLoopback(url)) headers['accept-encoding'] ??= 'gzip, br';
  if (body !== undefined) headers['content-length'] = String(body.length);
  const options: RequestOptions = { method: (config.method ?? 'get').toUpperCase(), headers, agent };

  return new Promise<AxiosResponse>((resolve, reject) => {
    const fail = (message: string, code: string, cause?: Error) => {
      const error = new AxiosError(message, code, config);
      if (cause !== undefined) error.cause = cause;
      reject(error);
    };
    const request = transport.request(url, options, (answer) => {
      // A download has its own watch: while its reader is slow the socket rests, which is no time-out.
      if (config.responseType === 'stream') request.setTimeout(0);
      takeAnswer(config, answer, request).then(resolve, (error: unknown) => {
        fail(error instanceof Error ? error.message : 'The answer ended early.', codeOf(error, 'ECONNRESET'));
      });
    });
    const abort = () => {
      fail('canceled', AxiosError.ERR_CANCELED);
      request.destroy();
    };
    const { signal, timeout } = config;
    if (timeout) {
      request.setTimeout(timeout, () => {
        fail(`no answer within ${timeout} ms`, AxiosError.ECONNABORTED);
        request.destroy();
      });
    }
    request.once('error', (error) => fail(error.message, codeOf(error, 'ERR_NETWORK'), error));
    if (signal?.aborted) return abort();
    signal?.addEventListener?.('abort', abort, { once: true });
    request.once('close', () => signal?.removeEventListener?.('abort', abort));
    request.end(body);
  });
};

const bytesOf = (data: unknown): Buffer | undefined => {
  if (data === undefined || data === null) return undefined;
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data as string);
};

const codeOf = (error: unknown, otherwise: string): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;

const decompressed = async (answer: IncomingMessage): Promise<NodeJS.ReadableStream> => {
  const encoding = answer.headers['content-encoding'];
  if (encoding !== 'gzip' && encoding !== 'br') return answer;
  const [{ createGunzip, createBrotliDecompress }, { pipeline }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  delete answer.headers['content-encoding'];
  // The length was that of the packed bytes.
  delete answer.headers['content-length'];
  return pipeline(answer, encoding === 'gzip' ? createGunzip() : createBrotliDecompress(), () => undefined);
};

const whole = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

const taken = async ({ responseType }: InternalAxiosRequestConfig, stream: NodeJS.ReadableStream) => {
  const bytes = await whole(stream);
  return responseType === 'arraybuffer' ? bytes : bytes.toString('utf8');
};

const takeAnswer = async (
  config: InternalAxiosRequestConfig,
  answer: IncomingMessage,
  request: unknown,
): Promise<AxiosResponse> => {
  const stream = await decompressed(answer);
  const data: unknown = config.responseType === 'stream' ? stream : await taken(config, stream);
  return {
    data,
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    headers: AxiosHeaders.from(
      Object.entries(answer.headers)
        .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : (value ?? '')}`)
        .join('\n'),
    ),
    config,
    request,
  };
};
