import type { Socket } from 'socket.io-client';
import type { Session } from '../providers/session.ts';
import { wire } from './hubSocket.ts';

/** A hub as the pages use it: one connection for all of them, open while one of them needs it. */
export interface Hub {
  /** Joins a message, again after every new connection, until the returned function is called. */
  join(join: string, leave: string, messageId: number): () => void;
  listen(name: string, heard: (news: unknown) => void): () => void;
}

interface Place {
  readonly hubUrl: string;
  readonly session: Session;
}

const hubs = new WeakMap<Session, Map<string, Hub>>();

/** The hub with this name; connections belong to a session, so that no user receives messages of the session before. */
export const hubOf = ({ hubUrl, session }: Place, namespace: string): Hub => {
  const known = hubs.get(session) ?? new Map<string, Hub>();
  hubs.set(session, known);
  const hub = known.get(namespace) ?? createHub(new URL(hubUrl, window.location.origin), namespace, session);
  known.set(namespace, hub);
  return hub;
};

const createHub = (address: URL, namespace: string, session: Session): Hub => {
  const joined = new Map<symbol, readonly [string, number]>();
  const listeners = new Set<readonly [string, (news: unknown) => void]>();
  let users = 0;
  let socket: Socket | undefined;
  let generation = 0;

  const open = async () => {
    const local = ++generation;
    // Loaded when the first page needs it; a hub that cannot be loaded is only missed.
    const { io } = await import('socket.io-client').catch(() => ({ io: undefined }));
    if (!io || local !== generation || users === 0) return;
    socket = wire(io, address, namespace, session);
    for (const [name, heard] of listeners) socket.on(name, heard);
    socket.on('connect', () => {
      for (const [join, messageId] of joined.values()) socket?.emit(join, messageId, ignore);
    });
    socket.connect();
  };
  const begin = () => {
    users += 1;
    if (users === 1) void open();
  };
  const end = () => {
    users -= 1;
    if (users > 0) return;
    generation += 1;
    socket?.disconnect();
    socket = undefined;
  };

  return {
    join: (join, leave, messageId) => {
      const key = Symbol(join);
      joined.set(key, [join, messageId]);
      begin();
      if (socket?.connected) socket.emit(join, messageId, ignore);
      return () => {
        joined.delete(key);
        if (socket?.connected) socket.emit(leave, messageId, ignore);
        end();
      };
    },
    listen: (name, heard) => {
      const entry = [name, heard] as const;
      listeners.add(entry);
      socket?.on(name, heard);
      return () => {
        listeners.delete(entry);
        socket?.off(name, heard);
      };
    },
  };
};

/** Refusals are ignored: the page of a message reports that access is refused. */
const ignore = () => undefined;
