import type { Server, Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { plainAddress } from '../../http/clientAddress.ts';

export interface ConnectionBounds {
  /** All connections together. */
  readonly connections: number;
  /** Of one client address; the rest is reserved for others. */
  readonly connectionsPerAddress: number;
  /** For a connection without a mail under way, whatever else it sends. */
  readonly withoutMailMs: number;
}

type SessionAddress = Pick<SMTPServerSession, 'remoteAddress' | 'remotePort'>;

export interface SmtpConnections {
  /** A step towards a mail. */
  touch(session: SessionAddress): void;
  /** The content of a mail is received and taken from now on; call the result at its end. */
  beginMail(session: SessionAddress): () => void;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  lastStep: number;
  mails: number;
  timer: NodeJS.Timeout;
}

/**
 * Shares the connections of the listener among its clients: each address has a limit. A new connection replaces the one that has been idle for
 * the longest time: of its own address where that has reached its limit, otherwise of the address with the most connections. It is refused
 * temporarily (421) only where all of them are receiving a mail.
 */
export function shareConnections(server: Server, bounds: ConnectionBounds): SmtpConnections {
  const open = new Map<string, Connection>();
  const keyOf = (address: string, port: number) => `${plainAddress(address)} ${port}`;
  const of = ({ remoteAddress, remotePort }: SessionAddress) => open.get(keyOf(remoteAddress, remotePort));

  const countOf = (address: string) => [...open.values()].filter((other) => other.address === address).length;
  const end = (socket: Socket, reason: string) => {
    socket.end(`421 4.7.0 ${reason}\r\n`);
    socket.destroySoon();
  };
  const close = (key: string, connection: Connection, reason: string) => {
    clearTimeout(connection.timer);
    open.delete(key);
    end(connection.socket, reason);
  };
  const closeLongestIdle = (among: (address: string) => boolean): boolean => {
    const [idlest] = [...open]
      .filter(([, { mails, address }]) => mails === 0 && among(address))
      .sort(([, one], [, other]) => one.lastStep - other.lastStep);
    if (!idlest) return false;
    close(...idlest, 'Closed to make room for other connections.');
    return true;
  };
  const makeRoom = (address: string): boolean => {
    if (countOf(address) >= bounds.connectionsPerAddress) return closeLongestIdle((other) => other === address);
    if (open.size < bounds.connections) return true;
    const addresses = [...new Set([...open.values()].map((connection) => connection.address))];
    const counts = new Map(addresses.map((other) => [other, countOf(other)]));
    const byCount = addresses.sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
    return byCount.some((largest) => closeLongestIdle((other) => other === largest));
  };

  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const key = keyOf(address, socket.remotePort ?? 0);
    if (!makeRoom(address)) return end(socket, 'Too many connections with mail under way. Try again later.');
    const timer = setTimeout(() => {
      if (connection.mails === 0) close(key, connection, 'No mail was sent for too long.');
    }, bounds.withoutMailMs);
    const connection: Connection = { socket, address, lastStep: performance.now(), mails: 0, timer };
    open.set(key, connection);
    socket.once('close', () => {
      clearTimeout(timer);
      if (open.get(key) === connection) open.delete(key);
    });
  });

  const touch = (connection: Connection | undefined) => {
    if (!connection) return;
    connection.lastStep = performance.now();
    connection.timer.refresh();
  };
  return {
    touch: (session) => touch(of(session)),
    beginMail: (session) => {
      const connection = of(session);
      if (connection) connection.mails++;
      return () => {
        if (connection) connection.mails--;
        touch(connection);
      };
    },
  };
}
