import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../../shared/contract/endpoint.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/openDatabase.ts';
import { captureBuffer } from './captureBuffer.ts';
import type { CaptureValues } from './captureStore.ts';
import { namesOfContract } from './knownNames.ts';
import { maskJson, maskQuery, maskText } from './mask.ts';

interface CaptureParts {
  readonly config: Pick<Config, 'apiCaptureDays' | 'features'>;
  readonly database: Pick<Database, 'db'>;
  readonly areas: readonly { readonly rows: Area }[];
}

/** Larger answers are only measured: reading them again would take too long. */
const mostJsonText = 256 * 1024;

/** Records the API calls of organizations whose capture is on (spec 1 section 4): the form of what was said, never a value. */
export function registerCapture(app: FastifyInstance, { config, database, areas }: CaptureParts): void {
  if (!config.features.apiCaptureEnabled) return;
  const answers = new WeakMap<FastifyRequest, unknown>();
  const buffer = captureBuffer({
    database,
    days: config.apiCaptureDays,
    warn: (facts, message) => app.log.warn(facts, message),
  });
  let names: ReadonlySet<string> | undefined;

  app.addHook('onSend', (request, _reply, payload, done) => {
    const organizationId = request.actor?.organizationId;
    if (organizationId && buffer.wants(organizationId)) answers.set(request, payload);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const organizationId = request.actor?.organizationId;
    if (organizationId && answers.has(request)) {
      const answer = answers.get(request);
      buffer.add({
        organizationId,
        bytes: 1_000 + sizeOf(answer) + Number(request.headers['content-length'] ?? 0),
        masked: factsOf(request, reply, { organizationId, answer, names: () => (names ??= namesOfContract(areas)) }),
      });
    }
    done();
  });
  app.addHook('onClose', () => buffer.stop());
}

const sizeOf = (answer: unknown): number => (typeof answer === 'string' ? answer.length * 2 : 0);

interface CallFacts {
  readonly organizationId: string;
  readonly answer: unknown;
  readonly names: () => ReadonlySet<string>;
}

function factsOf(request: FastifyRequest, reply: FastifyReply, { organizationId, answer, names }: CallFacts) {
  const at = new Date();
  const { query, body, id: requestId, method } = request;
  const actorName = request.actor?.name ?? '';
  const route = (request.routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}');
  const status = reply.statusCode;
  const durationMs = Math.round(reply.elapsedTime);
  const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
  return (): CaptureValues => ({
    organizationId,
    at,
    actorName,
    method,
    route,
    status,
    durationMs,
    requestId,
    query: maskQuery(query, names()),
    requestBody: body === undefined ? null : maskJson(body, names()),
    responseBody: maskResponse(answer, isJson, names()),
  });
}

function maskResponse(answer: unknown, isJson: boolean, names: ReadonlySet<string>): unknown {
  if (typeof answer !== 'string') return null;
  if (!isJson || answer.length > mostJsonText) return maskText(answer);
  return maskJson(JSON.parse(answer), names);
}
