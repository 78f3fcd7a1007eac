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

/** Of larger responses only the size is stored, because parsing them takes too long. */
const maxJsonText = 256 * 1024;

/** Records the API calls of organizations whose capture is on (spec 1 section 4): field names and sizes, never a value. */
export function registerCapture(app: FastifyInstance, { config, database, areas }: CaptureParts): void {
  if (!config.features.apiCaptureEnabled) return;
  const responses = new WeakMap<FastifyRequest, unknown>();
  const buffer = captureBuffer({
    database,
    days: config.apiCaptureDays,
    warn: (details, message) => app.log.warn(details, message),
  });
  let names: ReadonlySet<string> | undefined;

  app.addHook('onSend', (request, _reply, payload, done) => {
    const organizationId = request.actor?.organizationId;
    if (organizationId && buffer.wants(organizationId)) responses.set(request, payload);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const organizationId = request.actor?.organizationId;
    if (organizationId && responses.has(request)) {
      const response = responses.get(request);
      buffer.add({
        organizationId,
        bytes: 1_000 + sizeOf(response) + Number(request.headers['content-length'] ?? 0),
        masked: maskedCall(request, reply, {
          organizationId,
          response,
          names: () => (names ??= namesOfContract(areas)),
        }),
      });
    }
    done();
  });
  app.addHook('onClose', () => buffer.stop());
}

const sizeOf = (response: unknown): number => (typeof response === 'string' ? response.length * 2 : 0);

interface CapturedCall {
  readonly organizationId: string;
  readonly response: unknown;
  readonly names: () => ReadonlySet<string>;
}

function maskedCall(request: FastifyRequest, reply: FastifyReply, { organizationId, response, names }: CapturedCall) {
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
    responseBody: maskResponse(response, isJson, names()),
  });
}

function maskResponse(response: unknown, isJson: boolean, names: ReadonlySet<string>): unknown {
  if (typeof response !== 'string') return null;
  if (!isJson || response.length > maxJsonText) return maskText(response);
  return maskJson(JSON.parse(response), names);
}
