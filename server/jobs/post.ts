import type { LookupFunction } from 'node:net';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { useAgent as agentFor } from 'request-filtering-agent';
import type { OutboundService } from '../exchangeConfig.ts';
import { isPrivateHost } from './privateHost.ts';

const respondWithinMs = 10_000;
const maxResponseBytes = 64 * 1024;

export interface PostCall {
  readonly service: OutboundService & { readonly url: string };
  /** The same in every attempt, so that the other system recognizes a repetition. */
  readonly idempotencyKey: string;
  /** JSON, or its bytes where they are signed. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Resolves names instead of the system. */
  readonly lookup?: LookupFunction;
}

export type Posted =
  | { readonly kind: 'responded'; readonly status: number; readonly text: string }
  /** The server ended during the call. */
  | { readonly kind: 'parked' }
  | { readonly kind: 'late' | 'blocked' | 'tooLarge' }
  /** No connection, or a response that is no HTTP or damaged. */
  | { readonly kind: 'unreachable' | 'unreadable'; readonly code: string | undefined };

/**
 * Posts JSON to another system. Addresses are checked when the connection is made, so no name can lead inside (OU-1); redirects are not
 * followed; time and size are bounded (OU-2).
 */
export async function post({ service, idempotencyKey, body, headers, signal, lookup }: PostCall): Promise<Posted> {
  if (!service.allowPrivate && isPrivateHost(new URL(service.url).hostname)) return { kind: 'blocked' };
  const late = AbortSignal.timeout(respondWithinMs);
  const agent = agentFor(service.url, {
    allowPrivateIPAddress: service.allowPrivate,
    keepAlive: false,
    ...(lookup ? { lookup } : {}),
  });
  try {
    const response: AxiosResponse<string | undefined> = await axios.post(service.url, body, {
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'user-agent': 'carepost',
      },
      httpAgent: agent,
      httpsAgent: agent,
      proxy: false,
      maxRedirects: 0,
      maxContentLength: maxResponseBytes,
      responseType: 'text',
      transformResponse: [],
      signal: AbortSignal.any([signal, late]),
      validateStatus: () => true,
    });
    return { kind: 'responded', status: response.status, text: response.data ?? '' };
  } catch (error) {
    if (signal.aborted) return { kind: 'parked' };
    if (late.aborted) return { kind: 'late' };
    if (error instanceof Error && /is not allowed\. Because/.test(error.message)) return { kind: 'blocked' };
    const code = error instanceof AxiosError ? error.code : undefined;
    // The same code stands for a connection that ends within the response.
    if (code === AxiosError.ERR_BAD_RESPONSE)
      return error instanceof Error && error.message.includes('maxContentLength')
        ? { kind: 'tooLarge' }
        : { kind: 'unreachable', code: 'ECONNRESET' };
    // Codes of gzip, zstd, brotli and of the parser of HTTP.
    return {
      kind: code !== undefined && /^(Z|ZSTD|ERR__ERROR_FORMAT|HPE)_/.test(code) ? 'unreadable' : 'unreachable',
      code,
    };
  }
}

type Unanswered = Exclude<Posted, { kind: 'responded' | 'parked' }>;

const failureTexts: Readonly<Record<Unanswered['kind'], (name: string, code?: string) => string>> = {
  late: (name) => `The ${name} service did not respond within 10 seconds.`,
  blocked: (name) => `The address of the ${name} service is private, and calls to such are not allowed.`,
  tooLarge: (name) => `The ${name} service responded with more than 64 kB.`,
  unreadable: (name, code) => `The ${name} service sent a response that cannot be read (${code}).`,
  unreachable: (name, code = 'unknown reason') => `The ${name} service could not be reached (${code}).`,
};

/** A call without response, for users: `customer-messaging` or `webhook` names the other system. */
export const failureText = (posted: Unanswered, name: string): string =>
  failureTexts[posted.kind](name, 'code' in posted ? posted.code : undefined);
