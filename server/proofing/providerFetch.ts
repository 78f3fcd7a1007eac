import axios, { AxiosError } from 'axios';
import type { CustomFetch } from 'openid-client';
import { useAgent as agentFor } from 'request-filtering-agent';
import { ProofingFailure } from './proofing.ts';

/** The body of a call as text: a form of the OpenID library, or JSON. */
export const bodyText = (body: unknown): string | undefined =>
  body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined;

/** Time and size of one response; several follow each other within the time of a call of ours. */
export const providerLimits = { timeoutMs: 4_000, maxBytes: 256 * 1024 };

/**
 * Calls of the identity provider over the network. The address is checked when the connection is made (OU-1); time and size are bounded (OU-2);
 * redirects are refused, because they would lead the secret of this installation elsewhere.
 */
export const providerFetch =
  ({ allowPrivate }: { readonly allowPrivate: boolean }, limits = providerLimits): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const late = AbortSignal.timeout(limits.timeoutMs);
    const agent = agentFor(url, { allowPrivateIPAddress: allowPrivate, keepAlive: false });
    try {
      const response = await axios.request<ArrayBuffer>({
        method,
        url,
        headers,
        data: bodyText(body),
        httpAgent: agent,
        httpsAgent: agent,
        proxy: false,
        maxRedirects: 0,
        maxContentLength: limits.maxBytes,
        responseType: 'arraybuffer',
        signal: signal ? AbortSignal.any([signal, late]) : late,
        validateStatus: () => true,
      });
      const { status, data } = response;
      if (status >= 500 || status === 429) throw unavailable(`responded ${status}`);
      const contentType = String(response.headers['content-type'] ?? 'application/octet-stream');
      return new Response(status === 204 ? null : data, { status, headers: { 'content-type': contentType } });
    } catch (error) {
      if (error instanceof ProofingFailure) throw error;
      throw unavailable(
        `cannot be reached (${error instanceof AxiosError ? (error.code ?? 'unknown reason') : 'late'})`,
      );
    }
  };

const unavailable = (what: string) => new ProofingFailure(`The identity provider ${what}.`, { isUnavailable: true });
