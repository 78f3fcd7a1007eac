import { bypass, http, HttpResponse, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { onTestFinished } from 'vitest';

/** A request of the command line that msw has seen. */
export interface ApiCall {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: Request;
}

/** The response to a call; without one the call passes through to the server at this origin. */
type Respond = (call: ApiCall, count: number) => Response | undefined | Promise<Response | undefined>;

export interface InterceptedApi {
  readonly url: string;
  /** All calls so far, in their order. */
  readonly seen: readonly ApiCall[];
}

const mocks = setupServer();
let origins = 0;

/**
 * Puts msw between the commands that this process runs and the API at an origin, until the test ends. The last one decides where a test
 * intercepts an origin twice.
 */
export const interceptApi = (origin: string, respond: Respond): InterceptedApi => {
  const seen: ApiCall[] = [];
  if (mocks.listHandlers().length === 0) {
    mocks.listen({ onUnhandledFrame: 'bypass' });
    onTestFinished(() => {
      mocks.resetHandlers();
      mocks.close();
    });
  }
  mocks.use(
    http.all(`${origin}/*`, async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const call = { method, path: pathname + search, headers: Object.fromEntries(headers), request };
      seen.push(call);
      return (await respond(call, seen.length)) ?? passthrough();
    }),
  );
  return { url: origin, seen };
};

/** An API without a server behind it, at a host of its own on this machine. */
export const mockApi = (respond: (call: ApiCall, count: number) => Response | Promise<Response>): InterceptedApi => {
  origins += 1;
  return interceptApi(`http://api-${origins}.localhost`, respond);
};

/** A connection that is closed before any response. */
export const brokenConnection = (): Response => HttpResponse.error();

/** The request reaches the server, which carries it out; its response is lost. */
export const lostResponse = async ({ request }: ApiCall): Promise<Response> => {
  await fetch(bypass(request));
  return brokenConnection();
};

/** The request reaches the server without its body, which a toggle takes for "the other way round"; its response is lost behind a 502. */
export const flippedBadGateway = async ({ request }: ApiCall): Promise<Response> => {
  const headers = new Headers(request.headers);
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  await fetch(bypass(request.url, { method: request.method, headers }));
  return new HttpResponse(null, { status: 502 });
};
