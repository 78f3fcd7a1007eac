import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';

/** Ids of records, and numbers of messages. */
const id = /^(?:[0-9a-f-]{36}|\d{1,19})$/i;

/** What a call is about: an organization or a message where its path names one, else the record of its area. */
export function auditTargetOf(
  { path }: Pick<Endpoint, 'path'>,
  area: string,
  { params }: Pick<FastifyRequest, 'params'>,
) {
  const given = (params as Readonly<Record<string, unknown>> | undefined)?.['id'];
  const targetType = path.includes('/organizations/{id}')
    ? 'organization'
    : /\/(?:messages\/\{id\}|mailmessages\(\{id\}\))/.test(path)
      ? 'message'
      : area;
  return { targetType, targetId: typeof given === 'string' && id.test(given) ? given : '' };
}
