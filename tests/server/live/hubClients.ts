import { io, type Socket } from 'socket.io-client';
import type { HubResult } from '../../../shared/rules/hubs.ts';

const open: Socket[] = [];
export const closeClients = () => {
  for (const socket of open.splice(0)) socket.disconnect();
};

/** A browser's connection to one hub of one server. */
export function connect(
  url: string,
  namespace: string,
  token: string | undefined,
  headers: Record<string, string> = {},
) {
  const socket = io(url + namespace, {
    path: '/hubs',
    transports: ['websocket'],
    auth: token === undefined ? {} : { token },
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
  });
  open.push(socket);
  return socket;
}

/** What the server says when it lets the connection in, or the code and text it refuses it with. */
export const outcome = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? 'refused'),
    );
  });

export const send = (socket: Socket, name: string, messageId: unknown): Promise<HubResult> =>
  socket.timeout(10_000).emitWithAck(name, messageId) as Promise<HubResult>;

/** Everything one connection is told, in order. */
export function listen(socket: Socket) {
  const received: { readonly name: string; readonly news: Readonly<Record<string, unknown>> }[] = [];
  socket.onAny((name: string, news: Record<string, unknown>) => received.push({ name, news }));
  return received;
}
