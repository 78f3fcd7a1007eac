import { createHash } from 'node:crypto';
import { DrizzleQueryError } from 'drizzle-orm';
import { type FastifyInstance, LogController } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { Config } from '../config.ts';
import { anonymous } from './context.ts';

/**
 * JSON lines on stdout. What could carry patient data or a secret is not given to the log in the first place (PH-1, AD-4). Not pino's own
 * stream: where the reader has gone it repeats its last write at the exit without an end.
 */
export const createLogger = (config: Pick<Config, 'logLevel'>, destination: DestinationStream = process.stdout) =>
  pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFacts },
    },
    destination,
  );

/** Keeps Fastify's own lines, which carry addresses and headers, out of the log. */
export const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/**
 * Kind, code and place of an error. Not its text where it comes from the database or a parser: such texts quote the data.
 * Messages of our own errors are safe by rule: they name rows and fields, never values.
 */
function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const fromDatabase = error instanceof DrizzleQueryError || 'severity' in error || 'routine' in error;
  return {
    kind: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
    ...(fromDatabase || error instanceof SyntaxError ? {} : { message: error.message }),
    stack: (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at ')),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}

/** One line for each response: route pattern, status, time, who (hashed). No address, no query, no body. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (app.log.level !== 'silent') {
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          actor: request.actor && request.actor !== anonymous ? hashed(request.actor.id) : undefined,
        },
        'answered',
      );
    }
    done();
  });
}

const hashes = new Map<string, string>();

function hashed(id: string): string {
  const known = hashes.get(id);
  if (known) return known;
  if (hashes.size > 10_000) hashes.clear();
  const hash = createHash('sha256').update(id).digest('base64url').slice(0, 16);
  hashes.set(id, hash);
  return hash;
}
