import axios, { AxiosError } from 'axios';
import type { CustomFetch } from 'openid-client';
import { useAgent as agentFor } from 'request-filtering-agent';
import { isPrivateHost } from './privateHost.ts';

/** Time and size of one response; several follow each other within the time of a call of ours. */
export const providerLimits = { timeoutMs: 4_000, maxBytes: 256 * 1024 };

/** Why another OpenID provider gave no response, for users: continues "The provider …". */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** The body of a call as text: a form of the OpenID library, or JSON. */
export const bodyText = (body: unknown): string | undefined =>
  body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined;

/**
 * Calls of other OpenID providers over the network. The address is checked when the connection is made (OU-1); time and size are bounded (OU-2);
 * redirects are not followed, because they would lead the secret of this installation elsewhere. Throws NoResponse.
 */
export const guardedFetch =
  ({ allowPrivate }: { readonly allowPrivate: boolean }, limits = providerLimits): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    if (!allowPrivate && isPrivateHost(new URL(url).hostname)) throw new NoResponse(blocked);
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
      const { 'content-type': contentType, location } = response.headers;
      return new Response(status === 204 || status === 304 ? null : data, {
        status,
        headers: {
          'content-type': typeof contentType === 'string' ? contentType : 'application/octet-stream',
          ...(typeof location === 'string' ? { location } : {}),
        },
      });
    } catch (error) {
      if (late.aborted) throw new NoResponse(`did not respond within ${limits.timeoutMs / 1000} seconds`);
      if (error instanceof Error && /is not allowed\. Because/.test(error.message)) throw new NoResponse(blocked);
      const reason = error instanceof AxiosError ? (error.code ?? 'unknown reason') : 'late';
      throw new NoResponse(`cannot be reached (${reason})`);
    }
  };

const blocked = 'has a private address, and calls to such are not allowed';
