import type { FastifyBaseLogger } from 'fastify';
import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { hubRoles } from '../../shared/rules/hubs.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { type Authenticate, mayWorkFrom } from '../http/access.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { clientAddressOf } from './proxyAddress.ts';

export interface HubParts {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly log: FastifyBaseLogger;
  readonly trustProxy: Config['trustProxy'];
}

/** How soon a connection ends whose session, account or token has ended; what it sends is checked at once. */
const recheckMs = 1_000;
/** Connections of one user at one server. */
const maxConnectionsOfUser = 30;

const handshakeAuth = z.object({ token: z.string().min(1) });

/** Checks the user of a connection again, by the rules of every other call (server/http/access.ts). */
export type CheckActor = () => Promise<Actor>;
const actorChecks = new WeakMap<object, CheckActor>();

/** The room of all connections of a user, so that users get no events of their own windows. */
export const userRoom = (actor: Pick<Actor, 'id'>): string => `person:${actor.id}`;

/** Accepts connections with a valid token and ends them when it is no longer valid; returns a function that stops the checks. */
export function guardNamespace(namespace: Namespace, { authenticate, log, trustProxy }: HubParts): () => void {
  namespace.use((socket, next) => {
    const checkActor = actorCheckOf(socket, authenticate, trustProxy);
    checkActor().then(
      (actor) => {
        if ((namespace.adapter.rooms.get(userRoom(actor))?.size ?? 0) >= maxConnectionsOfUser)
          return next(refusal(new ApiProblem('E-RATE-LIMITED')));
        actorChecks.set(socket, checkActor);
        void socket.join(userRoom(actor));
        next();
      },
      (error: unknown) => next(refusal(error)),
    );
  });
  let isChecking = false;
  const watch = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void endRevoked(namespace, log).finally(() => {
      isChecking = false;
    });
  }, recheckMs);
  watch.unref();
  return () => clearInterval(watch);
}

/** One look-up for all connections of a token, one after the other, so that many connections are no load peak for the database. */
async function endRevoked(namespace: Namespace, log: FastifyBaseLogger): Promise<void> {
  const byToken = Map.groupBy(namespace.sockets.values(), tokenAndAddress);
  for (const sockets of byToken.values()) {
    const [first] = sockets;
    if (!first) continue;
    try {
      await actorOf(first);
    } catch (error) {
      // A lost database is no reason to lose the connection as well.
      if (error instanceof ApiProblem && error.status < 500) for (const socket of sockets) socket.disconnect(true);
      else log.debug('a connection of the live hubs could not be checked');
    }
  }
}

const tokenAndAddress = ({ handshake, request }: Socket) =>
  JSON.stringify([handshake.auth['token'], handshake.headers['x-forwarded-for'], request.socket.remoteAddress]);

export const actorOf = (socket: Socket): Promise<Actor> => {
  const checkActor = actorChecks.get(socket);
  return checkActor ? checkActor() : Promise.reject(new ApiProblem('E-TOKEN-MISSING'));
};

function actorCheckOf(socket: Socket, authenticate: Authenticate, trustProxy: Config['trustProxy']): CheckActor {
  const auth = handshakeAuth.safeParse(socket.handshake.auth);
  const address = clientAddressOf(socket.request, trustProxy);
  return async () => {
    if (!auth.success) throw new ApiProblem('E-TOKEN-MISSING');
    const actor = await authenticate(auth.data.token);
    if (!mayWorkFrom(address, actor)) throw new ApiProblem('E-ADDRESS-NOT-ALLOWED');
    if (!hubRoles.some((role) => role === actor.role)) throw new ApiProblem('E-FORBIDDEN');
    return actor;
  };
}

/** What the client's `connect_error` carries: code and text of the catalogue, nothing of the cause. */
function refusal(error: unknown): Error {
  const problem = error instanceof ApiProblem ? error : new ApiProblem('E-UNAVAILABLE');
  return Object.assign(new Error(problem.message), { data: { code: problem.code } });
}
