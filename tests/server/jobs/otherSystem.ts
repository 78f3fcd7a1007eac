import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly key: string | undefined;
  readonly body: Record<string, unknown>;
}

export interface OtherSystem {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

type Answer = (call: Received, response: ServerResponse) => void;
const accept: Answer = (_call, response) => void response.writeHead(204).end();

/** A service that is called, on a port of its own; it notes down what it is told and answers as the test says. */
export async function otherSystem(answer: Answer = accept): Promise<OtherSystem> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      received.push(call);
      answer(call, response);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sync`,
    received,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const key = request.headers['idempotency-key'];
  return {
    key: typeof key === 'string' ? key : undefined,
    body: JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>,
  };
}
