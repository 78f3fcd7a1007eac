import type { io as connect, Socket } from 'socket.io-client';
import type { Session } from '../providers/session.ts';

/** A token that ends within this many milliseconds is renewed before it is sent. */
const soonMs = 60_000;

/** One connection to one hub, not yet open: with a fresh token each time, by web socket alone. */
export const wire = (io: typeof connect, address: URL, namespace: string, session: Session): Socket => {
  const freshToken = async () => {
    const token = session.current();
    const renewed = token && token.expiresAt - Date.now() > soonMs ? token : await session.renew();
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
    auth: (give) => {
      freshToken().then(
        (token) => give(token === undefined ? {} : { token }),
        () => give({}),
      );
    },
  });
  let refusals = 0;
  socket.on('connect', () => {
    refusals = 0;
  });
  // The server ends connections whose token has ended; with a new one they may come back.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') again();
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    const code = error.data?.code;
    // Without a code there was no response, and the library retries by itself.
    if (code === undefined || code === 'E-FORBIDDEN' || code === 'E-ADDRESS-NOT-ALLOWED') return;
    again();
  });
  const again = () => {
    refusals += 1;
    if (refusals > mostRefusals) return;
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

const mostRefusals = 6;
