import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly calls: ReceivedCall[];
  close(): Promise<void>;
}

/** A receiver of webhooks on a port of its own; `respond` gets the number of the call, from 1. */
export async function openReceiver(
  respond: (response: ServerResponse, number: number, call: ReceivedCall) => void = (response) =>
    response.writeHead(204).end(),
): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = { headers: request.headers, body };
      calls.push(call);
      respond(response, calls.length, call);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The id of the event in the body of a call. */
export const eventIdOf = ({ body }: ReceivedCall): string => (JSON.parse(body) as { id: string }).id;
