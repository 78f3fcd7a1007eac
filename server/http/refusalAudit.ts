import type { FastifyRequest } from 'fastify';
import { type Endpoint, isRead } from '../../shared/contract/endpoint.ts';
import { audit } from '../database/audit.ts';
import type { Database } from '../database/openDatabase.ts';
import { problemOf } from './errorAnswer.ts';
import { reasonOf, runIdOf } from './requestFacts.ts';

const id = /^[0-9a-f-]{36}$/i;

/** What the call was about: an organization where its path names one, else the record of its area. */
function targetOf({ path }: Endpoint, area: string, { params }: FastifyRequest) {
  const given = (params as Readonly<Record<string, unknown>> | undefined)?.['id'];
  return {
    targetType: path.includes('/organizations/{id}') ? 'organization' : area,
    targetId: typeof given === 'string' && id.test(given) ? given : '',
  };
}

/**
 * One event for each write that somebody known tried and that was not carried out (AD-1), with the code and without a word of what
 * was sent. Calls without a valid token are in the log alone, so that nobody can fill the table from outside.
 */
export async function auditRefusal(
  database: Pick<Database, 'db'>,
  { area, name, row }: { readonly area: string; readonly name: string; readonly row: Endpoint },
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { actor } = request;
  const { status, code } = problemOf(error);
  if (isRead(row) || !actor || status < 400 || status >= 500 || status === 401 || status === 429) return;
  const reason = headerOr(() => reasonOf(request));
  const runId = headerOr(() => runIdOf(request));
  const context = {
    actor,
    requestId: request.id,
    ...(reason === undefined ? {} : { reason }),
    ...(runId === undefined ? {} : { runId }),
  };
  await audit(database.db, context, {
    action: `${area}.${name}`,
    ...targetOf(row, area, request),
    changes: {},
    failure: { outcome: status === 403 ? 'Refused' : 'Invalid', code },
  }).catch((err: unknown) => request.log.warn({ err }, 'a refusal was not audited'));
}

/** A header may be what was wrong with the call. */
const headerOr = (read: () => string | undefined): string | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
