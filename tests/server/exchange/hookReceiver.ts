import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface HookCall {
  readonly body: string;
  readonly signature: string;
  readonly key: string;
}

export interface HookReceiver {
  readonly url: string;
  readonly calls: HookCall[];
  close(): Promise<void>;
}

/** Somebody who is told by webhook, on a port of his own; `answer` gives the status by the number of the call. */
export async function hookReceiver(
  answer: (call: number) => number = () => 204,
  location?: string,
): Promise<HookReceiver> {
  const calls: HookCall[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { 'carepost-signature': signature, 'idempotency-key': key } = request.headers;
      calls.push({ body, signature: String(signature), key: String(key) });
      response.writeHead(answer(calls.length), location === undefined ? {} : { location }).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
