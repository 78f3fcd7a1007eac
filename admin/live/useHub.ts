import type { io as connect, Socket } from 'socket.io-client';
import { useMemo } from 'react';
import { useApp, useAppConfig } from '../providers/appContext.ts';
import type { Session } from '../providers/session.ts';

/** A connection to a hub, shared by all pages and open while one of them uses it. */
export interface Hub {
  /** Joins a message, again after every new connection, until the returned function is called. */
  join(join: string, leave: string, messageId: number): () => void;
  listen(name: string, onMessage: (message: unknown) => void): () => void;
}

interface HubLocation {
  readonly hubUrl: string;
  readonly session: Session;
}

const hubs = new WeakMap<Session, Map<string, Hub>>();

/** Hub of a namespace; connections belong to a session, so that no user receives messages of the session before. */
const hubOf = ({ hubUrl, session }: HubLocation, namespace: string): Hub => {
  const ofSession = hubs.get(session) ?? new Map<string, Hub>();
  hubs.set(session, ofSession);
  const hub = ofSession.get(namespace) ?? createHub(new URL(hubUrl, window.location.origin), namespace, session);
  ofSession.set(namespace, hub);
  return hub;
};

const createHub = (address: URL, namespace: string, session: Session): Hub => {
  const joined = new Map<symbol, readonly [string, number]>();
  const listeners = new Set<readonly [string, (message: unknown) => void]>();
  let users = 0;
  let socket: Socket | undefined;
  let generation = 0;

  const open = async () => {
    const started = ++generation;
    // Loaded when the first page needs it; without the library the pages work without notices.
    const { io } = await import('socket.io-client').catch(() => ({ io: undefined }));
    if (!io || started !== generation || users === 0) return;
    socket = createSocket(io, address, namespace, session);
    for (const [name, onMessage] of listeners) socket.on(name, onMessage);
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
    listen: (name, onMessage) => {
      const entry = [name, onMessage] as const;
      listeners.add(entry);
      socket?.on(name, onMessage);
      return () => {
        listeners.delete(entry);
        socket?.off(name, onMessage);
      };
    },
  };
};

/** Refusals are ignored: the page of a message reports that access is refused. */
const ignore = () => undefined;

/** A token that expires sooner is renewed before it is sent. */
const minTokenLifeMs = 60_000;
const maxRefusals = 6;

/** Socket of a hub, not yet connected: a valid token for each connection, web socket as only transport. */
const createSocket = (io: typeof connect, address: URL, namespace: string, session: Session): Socket => {
  const freshToken = async () => {
    const token = session.current();
    const renewed = token && token.expiresAt - Date.now() > minTokenLifeMs ? token : await session.renew();
    return renewed?.accessToken;
  };
  const socket = io(address.origin + namespace, {
    path: address.pathname,
    transports: ['websocket'],
    autoConnect: false,
    // A second session in this window has connections of its own.
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    auth: (send) => {
      freshToken().then(
        (token) => send(token === undefined ? {} : { token }),
        () => send({}),
      );
    },
  });
  let refusals = 0;
  socket.on('connect', () => {
    refusals = 0;
  });
  // The server disconnects when the token expires; a new token may connect again.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') reconnect();
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    const code = error.data?.code;
    // Without a code there was no response, and the library retries by itself.
    if (code === undefined || code === 'E-FORBIDDEN' || code === 'E-ADDRESS-NOT-ALLOWED') return;
    reconnect();
  });
  const reconnect = () => {
    refusals += 1;
    if (refusals > maxRefusals) return;
    setTimeout(
      () => {
        void session.renew().then(
          (token) => token && socket.connect(),
          () => undefined,
        );
      },
      500 * 2 ** refusals,
    );
  };
  return socket;
};

/** The hub of a namespace; undefined for an installation without hubs and before sign-in. */
export const useHub = (namespace: string): Hub | undefined => {
  const { hubUrl } = useAppConfig();
  const { session } = useApp();
  return useMemo(
    () => (hubUrl && session.signedIn ? hubOf({ hubUrl, session }, namespace) : undefined),
    [hubUrl, session, namespace],
  );
};
