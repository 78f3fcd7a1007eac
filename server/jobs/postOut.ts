import axios, { AxiosError, type AxiosResponse } from 'axios';
import { useAgent as agentFor } from 'request-filtering-agent';
import type { OutboundService } from '../exchangeConfig.ts';
import type { Outcome } from './attempts.ts';

const respondWithinMs = 10_000;
const maxResponseBytes = 64 * 1024;

interface Call {
  readonly service: OutboundService & { readonly url: string };
  /** For the person who reads the job: `customer-messaging`. */
  readonly name: string;
  /** The same in every attempt, so that the other side can tell a repetition. */
  readonly idempotencyKey: string;
  /** JSON, or its bytes where they are signed. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which answers outside 2xx are for good; left out: all that do not speak of a passing trouble. */
  readonly isFinal?: (status: number) => boolean;
  readonly signal: AbortSignal;
}

const neverPasses = (status: number): boolean => status < 500 && ![408, 425, 429].includes(status);

/**
 * Posts JSON to another system. Addresses are checked when the connection is made, so no name can lead inside (OU-1); time and size
 * are bounded (OU-2). What the other side answers is not kept: it may say anything.
 */
export async function postOut(call: Call): Promise<Outcome> {
  const { service, name, idempotencyKey, body, headers, isFinal = neverPasses, signal } = call;
  const late = AbortSignal.timeout(respondWithinMs);
  const agent = agentFor(service.url, { allowPrivateIPAddress: service.allowPrivate, keepAlive: false });
  try {
    const answer: AxiosResponse<unknown> = await axios.post(service.url, body, {
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
      signal: AbortSignal.any([signal, late]),
      validateStatus: () => true,
    });
    return outcomeOf(answer.status, name, isFinal);
  } catch (error) {
    if (signal.aborted) return { kind: 'parked' };
    if (late.aborted) return { kind: 'failed', reason: `The ${name} service did not answer within 10 seconds.` };
    return failureOf(error, name);
  }
}

function outcomeOf(status: number, name: string, isFinal: (status: number) => boolean): Outcome {
  if (status >= 200 && status < 300) return { kind: 'done', text: `The ${name} service answered ${status}.` };
  const reason = `The ${name} service answered ${status}.`;
  return isFinal(status) ? { kind: 'refused', reason } : { kind: 'failed', reason };
}

function failureOf(error: unknown, name: string): Outcome {
  const code = error instanceof AxiosError ? error.code : undefined;
  const text = error instanceof Error ? error.message : '';
  if (/is not allowed\. Because/.test(text)) {
    return {
      kind: 'refused',
      reason: `The address of the ${name} service is private, and calls to such are not allowed.`,
    };
  }
  if (code === AxiosError.ERR_BAD_RESPONSE) {
    return { kind: 'failed', reason: `The ${name} service answered with more than 64 kB.` };
  }
  return { kind: 'failed', reason: `The ${name} service could not be reached (${code ?? 'unknown reason'}).` };
}
