import axios, { AxiosError, type AxiosResponse } from 'axios';
import { useAgent as agentFor } from 'request-filtering-agent';
import { PaymentFailure } from './payments.ts';

export interface PaymentRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with its query, below the address of the provider. */
  readonly path: string;
  readonly body?: object;
}

export interface PaymentResponse {
  readonly status: number;
  readonly text: string;
}

export type PaymentTransport = (request: PaymentRequest, signal: AbortSignal) => Promise<PaymentResponse>;

export interface ProviderAccess {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly allowPrivate: boolean;
}

export interface PaymentLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
/** Time of one response with its body. */
export const paymentLimits: PaymentLimits = { timeoutMs: 6_000, maxBytes: 256 * 1024 };

/**
 * The provider over the network. The address is checked when the connection is made (OU-1); time and size are bounded (OU-2); redirects
 * are refused, because they would lead the credentials elsewhere.
 */
export const httpPaymentTransport =
  ({ url, user, password, allowPrivate }: ProviderAccess, limits = paymentLimits): PaymentTransport =>
  async ({ method, path, body }, outer) => {
    const late = AbortSignal.timeout(limits.timeoutMs);
    const agent = agentFor(url, { allowPrivateIPAddress: allowPrivate, keepAlive: false });
    try {
      const response: AxiosResponse<string> = await axios.request({
        method,
        url: `${url}${path}`,
        ...(body === undefined ? {} : { data: JSON.stringify(body) }),
        auth: { username: user, password },
        headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'carepost' },
        httpAgent: agent,
        httpsAgent: agent,
        proxy: false,
        maxRedirects: 0,
        maxContentLength: limits.maxBytes,
        responseType: 'text',
        transformResponse: (text: string) => text,
        signal: AbortSignal.any([outer, late]),
        validateStatus: () => true,
      });
      return { status: response.status, text: response.data };
    } catch (error) {
      throw failureOf(error, outer.aborted || late.aborted, limits);
    }
  };

/** The error of axios has the request with its credentials, so only its code goes on. */
function failureOf(cause: unknown, isLate: boolean, { maxBytes }: PaymentLimits): PaymentFailure {
  if (isLate) return new PaymentFailure('The payment provider did not respond in time.');
  const { code, message } = cause instanceof AxiosError ? cause : { code: undefined, message: '' };
  if (/is not allowed\. Because/.test(message))
    return new PaymentFailure('The address of the payment provider is in a private network, which is not allowed.');
  if (/maxContentLength/.test(message))
    return new PaymentFailure(`The response of the payment provider is larger than ${maxBytes / 1024} kB.`);
  return new PaymentFailure(`The payment provider cannot be reached (${code ?? 'unknown reason'}).`);
}
