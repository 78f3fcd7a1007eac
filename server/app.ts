import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { dataFolderOf } from './database/embedded/dataFolder.ts';
import type { Database } from './database/openDatabase.ts';
import { areas } from './areas/registry.ts';
import { maxHeaderBytes, registerAddressGuard } from './http/addressGuard.ts';
import { registerCompression } from './http/compression.ts';
import { type Connections, registerConnections } from './http/connections.ts';
import { type Drain, registerDrain } from './http/drain.ts';
import { registerCapture } from './capture/registerCapture.ts';
import { openDocuments } from './documents/openDocuments.ts';
import { startDemoTraffic } from './exchange/demo/demoTraffic.ts';
import { startInbound } from './exchange/inbound/startInbound.ts';
import { openDirectory } from './fhir/openDirectory.ts';
import { respondError, registerErrorResponses, retrySoon } from './http/errorResponse.ts';
import { registerHealth } from './http/health.ts';
import { registerJsonBody } from './http/jsonBody.ts';
import { createLogger, logController, registerRequestLog } from './http/log.ts';
import { keyAsSegment, registerMethodGuard, routing } from './http/methodGuard.ts';
import { registerMetrics } from './http/metrics.ts';
import { registerOverload } from './http/overload.ts';
import { registerRateLimits } from './http/rateLimits.ts';
import { respondBrokenRequest, refuseTunnels } from './http/rawResponses.ts';
import { ApiProblem } from './http/problem.ts';
import { registerArea } from './http/registerArea.ts';
import { correlationId } from './http/requestFacts.ts';
import { plainSecurityHeaders, registerSecurityHeaders } from './http/securityHeaders.ts';
import { openUploadFolder } from './http/uploadFolder.ts';
import { hubPath, openHubs } from './live/openHubs.ts';
import { startJobs } from './jobs/startJobs.ts';
import { connectionLimit, descriptorLimit } from './operations/descriptors.ts';
import { type WatchedFolder, watchDisks } from './operations/diskSpace.ts';
import { startHousekeeping } from './operations/housekeeping.ts';
import { openPayments } from './payments/openPayments.ts';
import { openKnowledge, openProofing } from './proofing/openProofing.ts';
import { registerDocs } from './docs/registerDocs.ts';
import { registerWebApp } from './web/webApp.ts';
import { registerWebConfig } from './web/webConfig.ts';
import { type Identity, registerIdentity } from './identity/registerIdentity.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sign-in and tokens of this server; tests sign theirs with its keys. */
    readonly identity: Identity;
    readonly connections: Connections;
    readonly drain: Drain;
  }
}

export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly logger?: FastifyBaseLogger;
}

/** The whole server without a port: tests inject requests, main.ts listens. */
export async function buildApp({ config, database, logger }: AppParts): Promise<FastifyInstance> {
  const app = buildPlatform(config, logger);
  await registerPlatform(app, config);

  registerHealth(app, { database, drain: app.drain, disks: watchDisks(foldersOf(config), config.minFreeDiskBytes) });
  if (config.metrics) registerMetrics(app, database);

  refuseSignInDuringOutage(app, database);
  const identity = await registerIdentity(app, { config, database });
  app.decorate('identity', identity);
  const directory = await openDirectory(app, config);
  const payments = await openPayments(app, { config, database });
  const proofing = await openProofing(app, { config, database, secrets: identity.secrets });
  const knowledge = await openKnowledge(app, { config, database, secrets: identity.secrets });
  const documents = openDocuments(app, config);
  const hubs = await openHubs(app, { config, database, authenticate: identity.authenticate });
  const services = {
    config,
    database,
    secrets: identity.secrets,
    identityDocuments: identity.identityDocuments,
    directory,
    payments,
    proofing,
    knowledge,
    documents,
    hubs,
  };
  registerCapture(app, { config, database, areas });
  for (const area of areas) {
    registerArea(app, area.name, area.rows, area.createHandlers(services), {
      config,
      database,
      authenticate: identity.authenticate,
    });
    const stopJobs = area.startJobs?.({ ...services, log: app.log });
    if (stopJobs) app.addHook('onClose', stopJobs);
  }
  startJobs(app, services);
  await startInbound(app, services);
  startDemoTraffic(app, services);
  const stopHousekeeping = startHousekeeping(database, app.log, config);
  app.addHook('onClose', stopHousekeeping);
  if (config.docs) await registerDocs(app, areas, config);
  registerWebConfig(app, config);
  await registerWebApp(app, config);
  // The last of these hooks: the others start what ends at the same time.
  app.addHook('preClose', () => app.drain.finish());
  return app;
}

/** Where this installation writes; another database looks after its own disk. */
const foldersOf = ({ databaseUrl, dataFolder, uploads }: Config): WatchedFolder[] => [
  ...(databaseUrl === null ? [{ name: 'data folder', path: dataFolderOf(dataFolder) }] : []),
  { name: 'upload folder', path: uploads.folder },
];

/** The provider would turn a lost database into an error of its own protocol; it is asked only while there is one (FT-2). */
function refuseSignInDuringOutage(app: FastifyInstance, database: Database): void {
  app.addHook('onRequest', async (request) => {
    if (database.status() === 'down' && /^\/oidc\b/i.test(request.url))
      throw new ApiProblem('E-UNAVAILABLE', { headers: retrySoon });
  });
}

/** Fastify with our limits; an own step because a bare instance carries the platform's tests. */
export function buildPlatform(config: Config, logger?: FastifyBaseLogger): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logController,
    loggerInstance: logger ?? createLogger(config),
    trustProxy: config.trustProxy === false ? false : [...config.trustProxy],
    bodyLimit: 1024 * 1024,
    requestTimeout: config.timeouts.requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: config.timeouts.headersMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: maxHeaderBytes,
      // Refused by the address guard, with the body of every other error.
      requireHostHeader: false,
      // Other calls that offer an upgrade are answered as if they had not.
      shouldUpgradeCallback: ({ url }) => url?.startsWith(`${hubPath}/`) ?? false,
    },
    routerOptions: routing,
    rewriteUrl: ({ url }) => keyAsSegment(url ?? '/'),
    requestIdHeader: false,
    genReqId: correlationId,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      reply.headers({ ...plainSecurityHeaders, 'x-correlation-id': request.id });
      void respondError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => respondBrokenRequest(error, socket, allowedMethods),
  });
  app.decorateRequest('actor', null);
  app.decorate('connections', registerConnections(app, connectionLimit(descriptorLimit(), config.poolSize)));
  refuseTunnels(app.server);
  const allowedMethods = registerMethodGuard(app);
  return app;
}

/** What every request passes through, in this order. */
export async function registerPlatform(app: FastifyInstance, config: Config): Promise<void> {
  registerErrorResponses(app);
  registerJsonBody(app);
  app.decorate('drain', registerDrain(app));
  await registerSecurityHeaders(app, config);
  await registerCompression(app);
  registerRequestLog(app);
  registerAddressGuard(app);
  registerOverload(app, config);
  await registerRateLimits(app, config);
  app.decorate('uploadFolder', await openUploadFolder(config));
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      credentials: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      maxAge: 600,
      exposedHeaders: ['ETag', 'Content-Disposition', 'Retry-After', 'X-Correlation-Id', 'Idempotency-Replayed'],
    });
  }
}
