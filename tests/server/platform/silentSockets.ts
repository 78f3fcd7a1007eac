import { connect, type Socket } from 'node:net';

/** Connections that never send anything. `closed` counts those that the server has ended. */
export interface SilentSockets {
  readonly closed: () => number;
  open(count: number): Promise<void>;
  close(): void;
}

/** Opens connections in batches: the backlog of a listening socket has 511 places. */
export function silentSockets(port: number): SilentSockets {
  const sockets = new Set<Socket>();
  let closed = 0;
  const openOne = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', resolve);
      socket.on('error', () => resolve());
      socket.on('close', () => {
        if (sockets.delete(socket)) closed++;
      });
      // Without a reader the end of the connection is not noticed.
      socket.resume();
      sockets.add(socket);
    });
  return {
    closed: () => closed,
    open: async (count) => {
      for (let opened = 0; opened < count; opened += 100)
        await Promise.all(Array.from({ length: Math.min(100, count - opened) }, openOne));
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
