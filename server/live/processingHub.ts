import type { Namespace, Server } from 'socket.io';
import {
  documentProcessingHub,
  type ProcessingDone,
  type ProcessingHubEvents,
  type ProcessingHubNews,
} from '../../shared/rules/hubs.ts';
import { guardNamespace, type HubParts } from './hubAccess.ts';
import { handleEvents, joinMessage, roomOf } from './messageRooms.ts';

export type Notify = (done: ProcessingDone) => void;

/** Notifies connections that wait for the documents of a message when they are ready (spec 3 section 4, "Waiting for processing"). */
export function registerProcessingHub(io: Server, parts: HubParts) {
  const namespace = io.of(documentProcessingHub) as Namespace<ProcessingHubEvents, ProcessingHubNews>;
  const stop = guardNamespace(namespace, parts);
  namespace.on('connection', (socket) => {
    handleEvents(socket, parts, {
      waitFor: async (messageId) => void (await joinMessage(parts, socket, messageId)),
      stopWaitingFor: async (messageId) => void socket.leave(roomOf(messageId)),
    });
  });
  const notify: Notify = (done) => void namespace.to(roomOf(done.mailMessageId)).emit('processed', done);
  return { namespace, stop, notify };
}
