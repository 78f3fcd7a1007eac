import type { Namespace, Server, Socket } from 'socket.io';
import { type Holder, type MessageHubEvents, type MessageHubNews, messageHub } from '../../shared/rules/hubs.ts';
import { syncBroadcastMs } from '../../shared/rules/intake.ts';
import { guardNamespace, type HubParts, userRoom } from './hubAccess.ts';
import { handleEvents, joinMessage, messagesOf, roomOf } from './messageRooms.ts';

/** Between servers: a new connection requests who else has the message open; each server responds for its own connections. */
interface BetweenServers {
  newcomer: (messageId: number, connection: string, person: string) => void;
}
/** Known at this server only. */
interface Kept {
  person?: { readonly id: string; readonly name: string };
}
type Hub = Namespace<MessageHubEvents, MessageHubNews, BetweenServers, Kept>;
type Window = Socket<MessageHubEvents, MessageHubNews, BetweenServers, Kept>;

/** Who has a message open (spec 3 section 4, "Open and close broadcast"). Nothing is stored: servers send each other the events. */
export function registerMessageHub(io: Server, parts: HubParts) {
  const namespace = io.of(messageHub) as Namespace<MessageHubEvents, MessageHubNews, BetweenServers, Kept>;
  const stopWatching = guardNamespace(namespace, parts);

  namespace.on('connection', (socket) => {
    handleEvents(socket, parts, {
      open: async (messageId) => {
        if (socket.rooms.has(roomOf(messageId))) return;
        const { id, name } = await joinMessage(parts, socket, messageId);
        socket.data.person = { id, name };
        others(namespace, { id }, messageId).emit('opened', holderOf(socket, messageId));
        presentTo(namespace, messageId, socket.id, id);
        namespace.serverSideEmit('newcomer', messageId, socket.id, id);
      },
      close: async (messageId) => leave(namespace, socket, messageId),
    });
    socket.on('disconnecting', () => {
      for (const messageId of messagesOf(socket)) leave(namespace, socket, messageId);
    });
  });
  namespace.on('newcomer', (messageId, connection, person) => presentTo(namespace, messageId, connection, person));

  const sync = setInterval(() => {
    for (const socket of namespace.sockets.values()) {
      const { person } = socket.data;
      if (!person) continue;
      for (const messageId of messagesOf(socket))
        others(namespace, person, messageId).emit('present', holderOf(socket, messageId));
    }
  }, syncBroadcastMs);
  sync.unref();

  return {
    namespace,
    stop: () => {
      stopWatching();
      clearInterval(sync);
    },
  };
}

const others = (namespace: Hub, person: { readonly id: string }, messageId: number) =>
  namespace.to(roomOf(messageId)).except(userRoom(person));

const holderOf = ({ id, data }: Window, messageId: number): Holder => ({
  messageId,
  connection: id,
  name: data.person?.name ?? '',
});

/** Tells one connection, wherever it is, which windows of this server show the message. */
function presentTo(namespace: Hub, messageId: number, connection: string, person: string): void {
  for (const id of namespace.adapter.rooms.get(roomOf(messageId)) ?? []) {
    const socket = namespace.sockets.get(id);
    if (!socket?.data.person || socket.data.person.id === person) continue;
    namespace.to(connection).emit('present', holderOf(socket, messageId));
  }
}

function leave(namespace: Hub, socket: Window, messageId: number): void {
  if (!socket.rooms.has(roomOf(messageId))) return;
  void socket.leave(roomOf(messageId));
  namespace.to(roomOf(messageId)).emit('closed', { messageId, connection: socket.id });
}
