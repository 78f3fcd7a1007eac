import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { type ClientOptions, createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Answer = (request: Seen, response: ServerResponse) => void;

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
export const dropped: Answer = (_, response) => {
  response.socket?.destroy();
};

const readBody = async (request: IncomingMessage) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

/** A real HTTP server that gives the listed answers in turn (the last one again and again), and a client that talks to it. */
export const withAnswers = async (responses: Answer[], options: Partial<ClientOptions> = {}) => {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      const answer = responses[Math.min(seen.length, responses.length - 1)];
      seen.push(one);
      answer?.(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const waits: number[] = [];
  const client = createClient({
    http: axios.create({ baseURL: `http://127.0.0.1:${port}`, adapter: 'http', proxy: false }),
    wire,
    retry: { sleep: async (ms) => void waits.push(ms), random: () => 0.5 },
    ...options,
  });
  return {
    client,
    seen,
    waits,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
export type Faulty = Awaited<ReturnType<typeof withAnswers>>;
