import type { Socket } from 'socket.io';
import { z } from 'zod';
import { type HubResult, hubRoomsMax } from '../../shared/rules/hubs.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';
import { actorOf, type HubParts } from './hubAccess.ts';
import { organizationOfMessage } from './messageOwnerStore.ts';
import { createPace } from './pace.ts';

const messageNumber = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const prefix = 'message:';

export const roomOf = (messageId: number): string => prefix + messageId;

/** The messages this connection has open, or waits for. */
export const messagesOf = (socket: Socket): number[] =>
  [...socket.rooms].filter((room) => room.startsWith(prefix)).map((room) => Number(room.slice(prefix.length)));

/** Joins the room of a message of the user's organization; platform administrators join any. */
export async function joinMessage({ database }: HubParts, socket: Socket, messageId: number): Promise<Actor> {
  const actor = await actorOf(socket);
  const owner = await organizationOfMessage(database, messageId);
  if (owner === undefined || (actor.role !== 'SysAdmin' && owner !== actor.organizationId))
    throw new ApiProblem('E-NOT-FOUND');
  if (!socket.rooms.has(roomOf(messageId)) && messagesOf(socket).length >= hubRoomsMax)
    throw new ApiProblem('E-RATE-LIMITED');
  // The connection may have ended during the query.
  if (socket.connected) await socket.join(roomOf(messageId));
  return actor;
}

/** Limits of the events of a connection. */
const rateLimit = { burst: 40, perSecond: 5 };

/**
 * Responds to the events of a connection. Each has the number of a message; anything else is refused. A connection whose token is no longer
 * valid, or that exceeds the rate limit, is ended.
 */
export function handleEvents(
  socket: Socket,
  { log }: Pick<HubParts, 'log'>,
  actions: Readonly<Record<string, (messageId: number) => Promise<void>>>,
): void {
  const isAllowed = createPace(rateLimit);
  const responseTo = async (action: (messageId: number) => Promise<void>, first: unknown): Promise<HubResult> => {
    try {
      const messageId = messageNumber.safeParse(first);
      if (!messageId.success) throw new ApiProblem('E-NOT-FOUND');
      await action(messageId.data);
      return { ok: true };
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem('E-UNAVAILABLE');
      if (problem !== error) log.warn('an event of the live hubs failed');
      if (problem.status === 401) socket.disconnect(true);
      return { ok: false, code: problem.code, message: problem.message };
    }
  };
  for (const [name, action] of Object.entries(actions)) {
    socket.on(name, (first: unknown, respond: unknown) => {
      if (!isAllowed(socket.id)) {
        socket.disconnect(true);
        return;
      }
      void responseTo(action, first).then((result) => {
        if (typeof respond === 'function') respond(result);
      });
    });
  }
}
