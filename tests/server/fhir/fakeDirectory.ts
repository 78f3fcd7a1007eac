import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface FakeDirectory {
  readonly url: URL;
  /** Paths with queries, in the order they were asked for. */
  readonly requested: string[];
  readonly headers: IncomingMessage['headers'][];
  answer: RequestListener;
  close(): Promise<void>;
}

/** A directory of the test's own on a free port; `answer` may be replaced at any time. */
export async function startDirectory(answer: RequestListener, secure?: ServerOptions): Promise<FakeDirectory> {
  const listener: RequestListener = (request, response) => {
    fake.requested.push(request.url ?? '');
    fake.headers.push(request.headers);
    fake.answer(request, response);
  };
  const server: Server = secure ? createSecureServer(secure, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeDirectory = {
    url: new URL(`${secure ? 'https' : 'http'}://127.0.0.1:${port}/fhir`),
    requested: [],
    headers: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body));
};

export const bundle = (resources: readonly unknown[], next?: string) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  total: resources.length,
  link: next === undefined ? [] : [{ relation: 'next', url: next }],
  entry: resources.map((resource) => ({ resource })),
});

/** An organization as most directories give it. */
export const organization = (oid: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  resourceType: 'Organization',
  id: `org-${oid.replaceAll('.', '-')}`,
  identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:oid:${oid}` }],
  active: true,
  name: `Organization ${oid}`,
  address: [{ line: ['1 Main Street'], city: 'Phoenix', state: 'AZ', postalCode: '85001', country: 'USA' }],
  ...fields,
});

/** The token that a search asks for. */
export const identifierOf = (request: IncomingMessage): string =>
  new URL(request.url ?? '', 'http://directory.invalid').searchParams.get('identifier') ?? '';

/** Answers every search from these organizations, in the standard's way. */
export const directoryOf =
  (organizations: readonly ReturnType<typeof organization>[]): RequestListener =>
  (request, response) => {
    const expected = identifierOf(request).split('|').at(-1);
    json(
      response,
      bundle(organizations.filter(({ identifier }) => identifier.some(({ value }) => value === expected))),
    );
  };
