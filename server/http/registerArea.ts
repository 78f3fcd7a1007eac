import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnswerOf, Area, Endpoint, HandlerInput } from '../../shared/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { allow, type Authenticate } from './access.ts';
import { anonymous, type RequestContext } from './context.ts';
import { type CsvAnswer, reserveExport, sendCsv } from './csvAnswer.ts';
import { retrySoon } from './errorAnswer.ts';
import { claimOf, type KeptAnswer, runOnce } from './idempotency.ts';
import { ApiProblem } from './problem.ts';
import { ifMatchOf, reasonOf, runIdOf } from './requestFacts.ts';
import { accept } from './zodProblem.ts';

type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  context: RequestContext,
) => Promise<E['answer'] extends { kind: 'csv' } ? CsvAnswer : AnswerOf<E>>;

/** One handler for each row of an area; a missing or a superfluous one is a type error. */
export type Handlers<A extends Area> = { readonly [K in keyof A]: Handler<A[K]> };

export interface AreaServices {
  readonly config: Pick<Config, 'brand' | 'timeouts'>;
  readonly database: Pick<Database, 'pool' | 'heartbeat'>;
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
  for (const [name, row] of Object.entries(rows)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`The area ${area} has no handler for ${name}.`);
    // The types of one row are lost in a loop over all of them; `accept` establishes them again at run time.
    registerRow(app, row, handler as unknown as AnyHandler, services);
  }
}

type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown },
  context: RequestContext,
) => Promise<unknown>;

function registerRow(app: FastifyInstance, row: Endpoint, handler: AnyHandler, services: AreaServices): void {
  const read = readerOf(row);
  app.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    onRequest: async (request) => {
      request.actor = await guarded(services, allow(request, row.access, services.authenticate));
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const context = contextOf(request, reply);
      const input = read(request);
      const work = () => handler(input, context);
      const answered =
        row.answer.kind === 'csv'
          ? answerCsv(row, work, request, reply, services)
          : answer(row, work, request, reply, services);
      return guarded(services, answered);
    },
  });
}

/** Ends waiting as soon as it is known that the database does not answer (FT-2). */
const guarded = <T>({ database }: AreaServices, work: Promise<T>): Promise<T> =>
  database.heartbeat.guard(work, () => new ApiProblem('E-UNAVAILABLE', { headers: retrySoon }));

async function answer(
  row: Endpoint,
  work: () => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: AreaServices,
) {
  const once = async () => finish(row, await work());
  const claim =
    row.method === 'POST' && row.access !== 'public' ? claimOf(request, request.actor ?? anonymous) : undefined;
  const { answer: kept, replayed } = claim
    ? await runOnce(services.database, claim, once)
    : { answer: await once(), replayed: false };
  if (replayed) reply.header('idempotency-replayed', 'true');
  if (kept.etag) reply.header('etag', kept.etag);
  reply.code(kept.status);
  return kept.body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(kept.body);
}

/** An answer outside the contract is our own fault (500); fields the contract does not name never leave the house. */
function finish(row: Endpoint, result: unknown): KeptAnswer {
  if (row.answer.kind !== 'json') return { status: 204, body: null, etag: null };
  const checked = row.answer.schema.safeParse(result);
  if (!checked.success) {
    const where = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
    throw new Error(`The answer of ${row.method} ${row.path} is outside the contract (${where}).`);
  }
  const { data } = checked;
  const version = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined;
  return {
    status: row.answer.status ?? 200,
    body: JSON.stringify(data),
    etag: typeof version === 'number' ? `"${version}"` : null,
  };
}

async function answerCsv(
  row: Endpoint,
  work: () => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: AreaServices,
) {
  const release = reserveExport();
  try {
    const result = (await work()) as CsvAnswer;
    const file = row.answer.kind === 'csv' ? row.answer.file : '';
    return sendCsv(
      reply,
      request,
      result,
      {
        brand: services.config.brand.name,
        file,
        stallMs: services.config.timeouts.exportStallMs,
      },
      release,
    );
  } catch (error) {
    release();
    throw error;
  }
}

function readerOf(row: Endpoint): (request: FastifyRequest) => { params: unknown; query: unknown; body: unknown } {
  const params = row.params && strict(row.params);
  const query = row.query ? strict(row.query) : z.strictObject({});
  const body = row.body && strict(row.body);
  return (request) => {
    if (!body && request.body !== undefined && !isEmptyObject(request.body)) {
      throw new ApiProblem('E-REQUEST-INVALID', { modelState: { body: ['must be empty: this call takes no body'] } });
    }
    return {
      params: params ? accept(params, request.params) : undefined,
      query: row.query ? accept(query, request.query) : void accept(query, request.query),
      body: body && !(row.bodyOptional && request.body === undefined) ? accept(body, request.body) : undefined,
    };
  };
}

/** Unknown fields are refused, also where a row forgot to say so: mass assignment is a visible 400 (AZ-4). */
const strict = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

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
