import type { AxiosInstance, AxiosResponse } from 'axios';
import type { Method } from '../contract/endpoint.ts';
import type { WireRow } from '../contract/wire.ts';
import { ApiError, errorFromResponse } from './apiError.ts';
import { ConnectionError } from './connectionError.ts';
import { redact } from './redact.ts';
import { isLost, isUnknownOutcome, mayRetry, readRetryAfter, type RetryPolicy, waitBefore } from './retry.ts';

/** Receives waits and calls, for progress lines and traces; paths contain no ids. */
export interface Observers {
  readonly onWait?: (wait: { ms: number; reason: string; attempt: number }) => void;
  readonly onCall?: (call: {
    method: Method;
    path: string;
    status: number;
    ms: number;
    attempt: number;
    correlationId: string | undefined;
  }) => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The signal ends waits and calls that were not sent; a call in progress is completed, so that its outcome is known. */
  readonly finish?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: number | undefined;
  readonly reason?: string | undefined;
  readonly correlationId?: string | undefined;
  /** Maximum number of attempts; by the policy unless set. 1: the caller decides about repetitions. */
  readonly attempts?: number | undefined;
  /** Requests the server even where a response is cached. */
  readonly fresh?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Sending extends CallOptions {
  readonly method: Method;
  /** Changes nothing, whatever the method: it is sent again like a GET. */
  readonly isRead?: boolean;
  readonly url: string;
  readonly template: string;
  readonly body?: unknown;
  /** Of a body of bytes; any other is sent as JSON. */
  readonly contentType?: string | undefined;
  readonly notRepeatable: boolean;
  readonly anonymous?: boolean;
  /** The form of the response; JSON by default. */
  readonly kind?: WireRow['kind'];
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

interface Sender {
  readonly http: AxiosInstance;
  readonly policy: RetryPolicy;
  readonly accessToken: (() => Promise<string | undefined>) | undefined;
  readonly observers: Observers;
  readonly now: () => number;
}

const neverSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_PROXY_TUNNEL',
]);
const timeoutCodes = new Set(['ECONNABORTED', 'ETIMEDOUT']);

const headerRecord = (response: AxiosResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

const takenAs = {
  json: { accept: 'application/json', responseType: 'json' },
  none: { accept: 'application/json', responseType: 'json' },
  csv: { accept: 'text/csv, application/json', responseType: 'stream' },
  text: { accept: 'text/plain, application/json', responseType: 'text' },
  xml: { accept: 'application/xml, application/json', responseType: 'text' },
  number: { accept: 'text/plain, application/json', responseType: 'text' },
  binary: { accept: '*/*', responseType: 'arraybuffer' },
} as const;

/** A refused download has its error body as bytes or as a stream: it is short, so it is read whole. */
const errorData = async (data: unknown): Promise<unknown> => {
  let text = data;
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) text = new TextDecoder().decode(data);
  else if (typeof data === 'object' && data !== null && (Symbol.asyncIterator in data || 'getReader' in data)) {
    text = await new Response(data as ReadableStream<Uint8Array>).text().catch(() => '');
  }
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const headersOf = (sending: Sending, token: string | undefined): Record<string, string> => ({
  accept: takenAs[sending.kind ?? 'json'].accept,
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(sending.body === undefined ? {} : { 'content-type': sending.contentType ?? 'application/json' }),
  ...(sending.idempotencyKey === undefined ? {} : { 'idempotency-key': sending.idempotencyKey }),
  ...(sending.ifMatch === undefined ? {} : { 'if-match': `"${sending.ifMatch}"` }),
  ...(sending.reason === undefined ? {} : { 'x-request-reason': encodeURIComponent(sending.reason) }),
  ...(sending.correlationId === undefined ? {} : { 'x-correlation-id': sending.correlationId }),
  ...sending.headers,
});

/** Turns an axios error into an ApiError: an AxiosError contains the token and must not be passed on. */
const errorWithoutResponse = (
  thrown: unknown,
  signal: AbortSignal | undefined,
): { error: ApiError; neverSent: boolean } => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  if (signal?.aborted || code === 'ERR_CANCELED')
    return { error: new ApiError({ status: 0, code: 'E-CANCELED' }), neverSent: false };
  if (timeoutCodes.has(code)) return { error: new ApiError({ status: 0, code: 'E-TIMEOUT' }), neverSent: false };
  const reason = thrown instanceof Error ? redact(thrown.message) : '';
  const described = thrown instanceof ConnectionError ? reason : `The server cannot be reached (${code || reason}).`;
  const message = reason === '' ? undefined : described;
  const neverSent = neverSentCodes.has(code);
  return { error: new ApiError({ status: 0, code: 'E-NETWORK', message, neverSent }), neverSent };
};

/** Sends one call: token, attempts, waits. All calls of all programs use it. */
export const createSender =
  ({ http, policy, accessToken, observers, now }: Sender) =>
  async (sending: Sending): Promise<HttpResponse> => {
    /** A retry of a read ends with the budget. A write is never aborted for it: its outcome would be unknown. */
    const timeoutOf = (attempt: number, spentMs: number): { readonly timeout?: number } => {
      if (attempt === 0 || sending.method !== 'GET' || sending.kind === 'csv') return {};
      const left = Math.max(1, Math.ceil(policy.maxWaitMs - spentMs));
      const timeout = http.defaults.timeout ?? 0;
      return { timeout: timeout > 0 ? Math.min(timeout, left) : left };
    };
    // The budget for retries counts the waits, and the attempts after the first.
    let spentMs = 0;
    let lost = false;
    const attempts = sending.attempts ?? policy.attempts;
    const unknown = (correlationId?: string, status = 0) =>
      new ApiError({ status, code: 'E-UNKNOWN-OUTCOME', correlationId });
    for (let attempt = 0; ; attempt += 1) {
      const started = now();
      let error: ApiError;
      let neverSent = false;
      // A failure to renew is explained by the token supply, not a failure of this call.
      const token = sending.anonymous ? undefined : await accessToken?.();
      if (sending.finish === true && sending.signal?.aborted) throw new ApiError({ status: 0, code: 'E-CANCELED' });
      try {
        const response = await http.request({
          method: sending.method,
          url: sending.url,
          data: sending.body,
          headers: headersOf(sending, token),
          responseType: takenAs[sending.kind ?? 'json'].responseType,
          validateStatus: () => true,
          ...timeoutOf(attempt, spentMs),
          ...(sending.signal && sending.finish !== true ? { signal: sending.signal } : {}),
        });
        const headers = headerRecord(response);
        const { status } = response;
        observers.onCall?.({
          method: sending.method,
          path: sending.template,
          status,
          ms: now() - started,
          attempt,
          correlationId: headers['x-correlation-id'],
        });
        if (status >= 200 && status < 300) return { status, headers, data: response.data };
        // The attempt without a response deleted it.
        if (lost && status === 404 && sending.method === 'DELETE' && sending.kind === 'none') {
          return { status: 204, headers, data: undefined };
        }
        error = errorFromResponse({
          status,
          data: await errorData(response.data),
          retryAfterMs: readRetryAfter(headers['retry-after'], now()),
          correlationId: headers['x-correlation-id'],
        });
      } catch (thrown) {
        if (thrown instanceof ApiError) throw thrown;
        ({ error, neverSent } = errorWithoutResponse(thrown, sending.finish === true ? undefined : sending.signal));
        observers.onCall?.({
          method: sending.method,
          path: sending.template,
          status: 0,
          ms: now() - started,
          attempt,
          correlationId: sending.correlationId,
        });
      }

      const method = sending.isRead === true ? 'GET' : sending.method;
      const failure = { method, notRepeatable: sending.notRepeatable, neverSent, error };
      if (isUnknownOutcome(failure, lost)) throw unknown(error.correlationId, lost ? 0 : error.status);
      lost ||= isLost(failure);
      if (attempt > 0) spentMs += now() - started;
      const wait = waitBefore(attempt, error.retryAfterMs, policy);
      if (!mayRetry(failure) || attempt + 1 >= attempts || spentMs + wait > policy.maxWaitMs) throw error;
      observers.onWait?.({ ms: wait, reason: error.message, attempt: attempt + 1 });
      spentMs += wait;
      await policy.sleep(wait, sending.signal).catch(() => {
        throw lost ? unknown() : new ApiError({ status: 0, code: 'E-CANCELED' });
      });
    }
  };
