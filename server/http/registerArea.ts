import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseOf, Area, Endpoint, HandlerInput, ReceivedFile } from '../../shared/contract/endpoint.ts';
import type { Database } from '../database/openDatabase.ts';
import { type AuditRead, createReadAudit } from '../database/readAudit.ts';
import { allow, type Authenticate } from './access.ts';
import { auditTargetOf } from './auditTarget.ts';
import { plainAddress } from './clientAddress.ts';
import { anonymous, type RequestContext } from './context.ts';
import type { CsvResponse } from './csvResponse.ts';
import { retrySoon } from './errorResponse.ts';
import { keyAsSegment } from './methodGuard.ts';
import { ApiProblem } from './problem.ts';
import { auditRefusal } from './refusalAudit.ts';
import { ifMatchOf, reasonOf, runIdOf } from './requestFacts.ts';
import { type ResponseServices, respond } from './rowResponse.ts';
import { readerOf, type RowInput } from './rowInput.ts';
import { Uploaded, withUpload } from './upload.ts';

type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  context: RequestContext,
) => Promise<E['response'] extends { kind: 'csv' } ? CsvResponse : ResponseOf<E>>;

/** One handler for each row of an area; a missing or a superfluous one is a type error. */
export type Handlers<A extends Area> = { readonly [K in keyof A]: Handler<A[K]> };

export interface AreaServices extends ResponseServices {
  readonly database: Pick<Database, 'db' | 'pool' | 'heartbeat'>;
  readonly authenticate: Authenticate;
}

/** Turns the rows of an area into routes. Access is decided before the body is even read. */
export function registerArea<A extends Area>(
  app: FastifyInstance,
  area: string,
  rows: A,
  handlers: Handlers<A>,
  services: AreaServices,
): void {
  const auditRead = createReadAudit(services.database);
  for (const [name, row] of Object.entries(rows)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`The area ${area} has no handler for ${name}.`);
    // The types of one row are lost in a loop over all of them; `accept` establishes them again at run time.
    withUpload(app, row, (scope) =>
      registerRow(scope, { area, name, row }, handler as unknown as AnyHandler, { ...services, auditRead }),
    );
  }
}

type AnyHandler = (input: RowInput & Files, context: RequestContext) => Promise<unknown>;

interface Files {
  readonly file: ReceivedFile | undefined;
  readonly files: readonly ReceivedFile[];
}

interface NamedRow {
  readonly area: string;
  readonly name: string;
  readonly row: Endpoint;
}

interface RowServices extends AreaServices {
  readonly auditRead: AuditRead;
}

function registerRow(app: FastifyInstance, named: NamedRow, handler: AnyHandler, services: RowServices): void {
  const { row } = named;
  const read = readerOf(row);
  app.route({
    method: row.method,
    url: keyAsSegment(row.path).replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    onRequest: async (request) => {
      request.actor = await guarded(services, allow(request, row, services.authenticate));
    },
    onError: (request, _reply, error) => auditRefusal(services.database, named, request, error),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const uploaded = request.body instanceof Uploaded ? request.body : undefined;
      try {
        const context = contextOf(request, reply);
        const input = read(request);
        const work = async () => {
          const files = (await uploaded?.load()) ?? [];
          try {
            const result = await handler({ ...input, file: files[0], files }, context);
            if (row.audited) await recordRead(result, context, named, request, services);
            return result;
          } finally {
            uploaded?.unload();
          }
        };
        const recheck = () => allow(request, row, services.authenticate);
        return await guarded(services, respond({ row, work, recheck, request, reply, services }));
      } finally {
        await uploaded?.release();
      }
    },
  });
}

/** The event of a read, before its result is delivered. */
async function recordRead(
  result: unknown,
  context: RequestContext,
  { area, name, row }: NamedRow,
  request: FastifyRequest,
  services: RowServices,
): Promise<void> {
  try {
    await services.auditRead(context, { action: `${area}.${name}`, ...auditTargetOf(row, area, request) });
  } catch (error) {
    // An export is a stream with a database connection. Without a listener the error of the cut connection would end the process.
    if (typeof result === 'object' && result !== null && 'stream' in result && result.stream instanceof Readable)
      result.stream.on('error', () => undefined).destroy();
    throw error;
  }
}

/** Ends waiting as soon as it is known that the database does not answer (FT-2). */
const guarded = <T>({ database }: AreaServices, work: Promise<T>): Promise<T> =>
  database.heartbeat.guard(work, () => new ApiProblem('E-UNAVAILABLE', { headers: retrySoon }));

function contextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
  const runId = runIdOf(request);
  const reason = reasonOf(request);
  const ifMatch = ifMatchOf(request);
  let gone: AbortController | undefined;
  return {
    actor: request.actor ?? anonymous,
    requestId: request.id,
    ...(runId === undefined ? {} : { runId }),
    ...(reason === undefined ? {} : { reason }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    address: plainAddress(request.ip),
    log: request.log,
    // Made on demand: most handlers are done before the caller could go away.
    get signal() {
      if (!gone) {
        const controller = new AbortController();
        gone = controller;
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) controller.abort();
        });
      }
      return gone.signal;
    },
  };
}
