import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode, ModelState } from '../../shared/contract/errors.ts';
import { isDatabaseOutage } from '../database/sqlState.ts';
import { ApiProblem } from './problem.ts';

/** Fastify's own refusals in our words. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'E-URL-MALFORMED',
  FST_ERR_MAX_PARAM_LENGTH: 'E-URL-TOO-LONG',
  FST_ERR_CTP_BODY_TOO_LARGE: 'E-BODY-TOO-LARGE',
  FST_CP_ERR_INVALID_CONTENT: 'E-BODY-MALFORMED',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'E-MEDIA-TYPE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'E-MEDIA-TYPE',
  FST_ERR_CTP_EMPTY_TYPE: 'E-MEDIA-TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'E-BODY-MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'E-BODY-MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'E-BODY-MALFORMED',
  FST_ERR_NOT_FOUND: 'E-ROUTE-NOT-FOUND',
};

/** What of a request they refuse, and the rule. */
const frameworkFields: Readonly<Record<string, ModelState>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { body: ['is larger than this call takes; JSON may have at most 1 MB'] },
  FST_CP_ERR_INVALID_CONTENT: { body: ['cannot be unpacked as Content-Encoding says'] },
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    'Content-Encoding': ['must be one of gzip, deflate and br; send a form unpacked'],
  },
};

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'E-REQUEST-INVALID',
  401: 'E-TOKEN-INVALID',
  403: 'E-FORBIDDEN',
  404: 'E-NOT-FOUND',
  408: 'E-REQUEST-TIMEOUT',
  413: 'E-BODY-TOO-LARGE',
  414: 'E-URL-TOO-LONG',
  415: 'E-MEDIA-TYPE',
  429: 'E-RATE-LIMITED',
  503: 'E-UNAVAILABLE',
};

export const retrySoon = { 'retry-after': '2' };

/** No space on the disk, no descriptor, no rights to the disk any more: nothing the caller could change. */
export const isOutOfResources = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS|EIO|EACCES)$/.test(String(error.code));

/** Every error as a refusal of the catalogue. What nobody foresaw is E-INTERNAL, and its text stays with us. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isDatabaseOutage(error) || isOutOfResources(error))
    return new ApiProblem('E-UNAVAILABLE', { cause: error, headers: retrySoon });
  if (error instanceof Error) {
    const { code, statusCode } = error as Partial<FastifyError>;
    const known = frameworkCodes[code ?? ''] ?? codesByStatus[statusCode ?? 0];
    if (known) return new ApiProblem(known, { cause: error, modelState: frameworkFields[code ?? ''] });
  }
  return new ApiProblem('E-INTERNAL', { cause: error });
}

export function errorBody(problem: ApiProblem, correlationId: string): ErrorBody {
  const { code, message, modelState } = problem;
  return { code, message, ...(modelState ? { modelState } : {}), correlationId };
}

/** The one place that answers refusals of everything that runs inside Fastify. */
export function respondError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error);
  if (problem.status >= 500) {
    if (problem.status === 500) request.log.error({ err: problem.cause ?? error }, 'a request failed on our side');
    // A refusal of ours has no cause; the line of the response says enough.
    else if (problem.cause !== undefined) request.log.warn({ err: problem.cause }, 'a request could not be served');
  }
  // Headers of a response that will not be sent, such as a file's name, must not decorate the refusal.
  for (const name of ['content-disposition', 'etag', 'content-type', 'content-length', 'content-encoding'])
    reply.removeHeader(name);
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...errorBody(problem, request.id), ...odataError(problem, request) }));
}

/** Clients of OData look for what went wrong under a name of their own. */
const odataError = ({ code, message }: ApiProblem, { url }: Pick<FastifyRequest, 'url'>) =>
  /^\/odata(?:[/?]|$)/i.test(url) ? { error: { code, message } } : {};

export function registerErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => respondError(error, request, reply));
}
