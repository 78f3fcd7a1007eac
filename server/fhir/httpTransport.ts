import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { FhirFailure } from './directory.ts';
import { explainNetworkError } from './networkError.ts';
import { type FhirResponse, type FhirLimits, fhirLimits, type FhirTransport } from './transport.ts';

interface Options {
  /** Private, loopback and link-local addresses may be asked (OU-1). */
  readonly allowPrivate: boolean;
  readonly limits?: FhirLimits;
}

type Agents = Readonly<Record<'http:' | 'https:', http.Agent>>;

/**
 * The directory over the network. The address that is connected to is checked, not the name, so that a name which answers with a
 * private address later gains nothing. No cookie, token or referrer is ever sent.
 */
export function httpTransport(base: URL, { allowPrivate, limits = fhirLimits }: Options): FhirTransport {
  const filter = { allowPrivateIPAddress: allowPrivate };
  const agents: Agents = {
    'http:': new RequestFilteringHttpAgent(filter),
    'https:': new RequestFilteringHttpsAgent(filter),
  };
  return {
    base,
    get: async (url, outer) => {
      const signal = AbortSignal.any([outer, AbortSignal.timeout(limits.timeoutMs)]);
      let target = url;
      for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
        refuseForeign(target, base);
        const answer = await getOnce(target, { agents, limits, signal });
        if (!(answer instanceof URL)) return answer;
        target = answer;
      }
      throw new FhirFailure(`The directory redirects more than ${limits.maxRedirects} times.`);
    },
  };
}

/** Asks nobody but the directory that was set up, whatever links and redirects say. */
export function refuseForeign(url: URL, base: URL): void {
  if (url.origin !== base.origin || url.username !== '' || url.password !== '')
    throw new FhirFailure('The directory points at another server, which is not followed.');
}

interface Attempt {
  readonly agents: Agents;
  readonly limits: FhirLimits;
  readonly signal: AbortSignal;
}

/** The answer, or where it redirects to. */
async function getOnce(url: URL, { agents, limits, signal }: Attempt): Promise<FhirResponse | URL> {
  let response: IncomingMessage | undefined;
  try {
    response = await open(url, agents, signal);
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400) {
      const location = headers.location;
      response.destroy();
      if (location === undefined || !URL.canParse(location, url))
        throw new FhirFailure(`The directory answered ${status} without saying where to.`);
      return new URL(location, url);
    }
    const text = await readText(response, limits.maxBytes, signal);
    return { status, contentType: headers['content-type'] ?? '', text, url };
  } catch (error) {
    response?.destroy();
    throw explainNetworkError(error, { hasBegun: response !== undefined, isGivenUp: signal.aborted });
  }
}

const open = (url: URL, agents: Agents, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? https : http).request(url, {
      agent: isSecure ? agents['https:'] : agents['http:'],
      headers: { accept: 'application/fhir+json, application/json;q=0.9', 'accept-encoding': 'gzip' },
      maxHeaderSize: 16 * 1024,
      signal,
    });
    request.once('response', resolve).once('error', reject).end();
  });

async function readText(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<string> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new FhirFailure('The directory answered in an encoding that was not asked for.');
  const chunks: Buffer[] = [];
  // Counted after unpacking: a bomb is small on the wire.
  const collect = async (source: AsyncIterable<Buffer>) => {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new FhirFailure(`The answer of the directory is larger than ${shownSize(maxBytes)}.`);
      chunks.push(chunk);
    }
  };
  if (encoding === 'gzip') await pipeline(response, createGunzip(), collect, { signal });
  else await pipeline(response, collect, { signal });
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

const shownSize = (bytes: number) => (bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes} bytes`);
