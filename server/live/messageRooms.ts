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

/** Lets the connection into the room of a message of its person's organization; platform administrators into any. */
export async function joinMessage({ database }: HubParts, socket: Socket, messageId: number): Promise<Actor> {
  const actor = await actorOf(socket);
  const owner = await organizationOfMessage(database, messageId);
  if (owner === undefined || (actor.role !== 'SysAdmin' && owner !== actor.organizationId))
    throw new ApiProblem('E-NOT-FOUND');
  if (!socket.rooms.has(roomOf(messageId)) && messagesOf(socket).length >= hubRoomsMax)
    throw new ApiProblem('E-RATE-LIMITED');
  // The person may have left while the database was asked.
  if (socket.connected) await socket.join(roomOf(messageId));
  return actor;
}

/** So many events at once, so many a second. */
const pace = { burst: 40, perSecond: 5 };

/**
 * Answers the events of a connection. Each names a message by number; anything else is refused. Whoever is no longer who they were, or
 * does not heed the pace, is disconnected.
 */
export function handleEvents(
  socket: Socket,
  { log }: Pick<HubParts, 'log'>,
  deeds: Readonly<Record<string, (messageId: number) => Promise<void>>>,
): void {
  const inPace = createPace(pace);
  const responseTo = async (deed: (messageId: number) => Promise<void>, first: unknown): Promise<HubResult> => {
    try {
      const messageId = messageNumber.safeParse(first);
      if (!messageId.success) throw new ApiProblem('E-NOT-FOUND');
      await deed(messageId.data);
      return { ok: true };
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : new ApiProblem('E-UNAVAILABLE');
      if (problem !== error) log.warn('an event of the live hubs failed');
      if (problem.status === 401) socket.disconnect(true);
      return { ok: false, code: problem.code, message: problem.message };
    }
  };
  for (const [name, deed] of Object.entries(deeds)) {
    socket.on(name, (first: unknown, answer: unknown) => {
      if (!inPace(socket.id)) {
        socket.disconnect(true);
        return;
      }
      void responseTo(deed, first).then((given) => {
        if (typeof answer === 'function') answer(given);
      });
    });
  }
}
