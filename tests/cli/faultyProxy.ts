import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ProxiedCall {
  readonly method: string;
  readonly path: string;
}

/** What becomes of a call: `lost` reaches the server and its response is dropped with the connection; `answered` has its response from the test. */
export type Fate = 'pass' | 'lost' | 'refused' | 'answered';

export interface FaultyProxy {
  readonly url: string;
  /** All calls so far, in their order. */
  readonly seen: readonly ProxiedCall[];
}

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * A proxy with a socket in front of a real server, for processes of the command line; msw (mockApi.ts) stands in front of commands that run
 * in the process of the test. It loses responses after the server has carried out the request.
 */
export const startFaultyProxy = async (
  target: string,
  fateOf: (call: ProxiedCall, response: ServerResponse) => Fate | Promise<Fate>,
): Promise<FaultyProxy> => {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const seen: ProxiedCall[] = [];
  const forward = (incoming: IncomingMessage, body: Buffer): Promise<{ response: IncomingMessage; data: Buffer }> =>
    new Promise((done, failed) => {
      const { method, url, headers } = incoming;
      const call = request({ hostname, port, method, path: url, headers, agent }, (response) => {
        bodyOf(response).then((data) => done({ response, data }), failed);
      });
      call.once('error', failed);
      call.end(body);
    });
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = incoming;
    const call = { method, path: url };
    seen.push(call);
    const body = await bodyOf(incoming);
    const fate = await fateOf(call, response);
    if (fate === 'answered') return;
    if (fate === 'refused') return void response.socket?.destroy();
    const forwarded = await forward(incoming, body);
    if (fate === 'lost') return void response.socket?.destroy();
    const { statusCode = 502, headers } = forwarded.response;
    response.writeHead(statusCode, headers).end(forwarded.data);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        agent.destroy();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
};
