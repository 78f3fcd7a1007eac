import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import type { Authenticate } from '../http/access.ts';
import { openHubChannel } from './hubChannel.ts';
import { guardConnections } from './hubGuard.ts';
import type { Hubs } from './hubs.ts';
import { registerMessageHub } from './messageHub.ts';
import { registerProcessingHub, type Notify } from './processingHub.ts';

interface HubParts {
  readonly config: Config;
  readonly database: Database;
  readonly authenticate: Authenticate;
}

export const hubPath = '/hubs';

/** One event of a client is a name and a number. */
const packetBytes = 2_048;

/**
 * The live hubs of this server, as soon as it listens; servers on one database share them. Web sockets only: a connection stays with
 * one server, so no balancer has to remember where a client belongs.
 */
export async function openHubs(app: FastifyInstance, parts: HubParts): Promise<Hubs> {
  let live: LiveHubs | undefined;
  if (parts.config.exchange.hubs) {
    app.addHook('onListen', (done) => {
      live ??= attach(app, parts);
      done();
    });
    app.addHook('preClose', (done) => {
      live?.close();
      done();
    });
  }
  return { processed: (done) => live?.notify(done) };
}

interface LiveHubs {
  readonly notify: Notify;
  readonly close: () => void;
}

function attach(app: FastifyInstance, { config, database, authenticate }: HubParts): LiveHubs {
  const channel = openHubChannel(database);
  const io = new Server(app.server, {
    path: hubPath,
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: packetBytes,
    connectTimeout: 10_000,
    destroyUpgradeTimeout: 1_000,
    adapter: createAdapter(channel.pool, {
      errorHandler: (error) =>
        app.log.warn({ reason: error.message }, 'the live hubs could not reach the other servers'),
    }),
    ...guardConnections(app, config),
  });
  const parts = { database, authenticate, log: app.log, trustProxy: config.trustProxy };
  const hubs = [registerMessageHub(io, parts), registerProcessingHub(io, parts)] as const;
  return {
    notify: hubs[1].notify,
    close: () => {
      for (const { namespace, stop } of hubs) {
        stop();
        namespace.local.disconnectSockets(true);
        void namespace.adapter.close();
      }
      // Not io.close(): it would end the listener of the whole server, which is Fastify's to end.
      void io.engine.close();
      channel.close();
    },
  };
}
