import type { FastifyRequest } from 'fastify';
import { type Endpoint, isProtectedRead, isRead } from '../../shared/contract/endpoint.ts';
import { audit } from '../database/audit.ts';
import type { Database } from '../database/openDatabase.ts';
import { auditTargetOf } from './auditTarget.ts';
import { anonymous } from './context.ts';
import { problemOf } from './errorResponse.ts';
import { reasonOf, runIdOf } from './requestFacts.ts';

/** Whether the refusal of a call is audited: of every write, of a read without the right, and of a search for a protected record. */
function isAudited(row: Endpoint, status: number): boolean {
  if (status < 400 || status >= 500 || status === 401 || status === 429) return false;
  return !isRead(row) || status === 403 || (status === 404 && isProtectedRead(row));
}

/**
 * One event for each write that a known caller tried and that was not carried out, and for each refused read (AD-1), with the code and
 * without a word of what was sent. Calls without a valid token are in the log alone, so that the table cannot be filled from outside.
 */
export async function auditRefusal(
  database: Pick<Database, 'db'>,
  { area, name, row }: { readonly area: string; readonly name: string; readonly row: Endpoint },
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { actor } = request;
  const { status, code } = problemOf(error);
  if (!actor || actor === anonymous || !isAudited(row, status)) return;
  const reason = headerOr(() => reasonOf(request));
  const runId = isRead(row) ? undefined : headerOr(() => runIdOf(request));
  const context = {
    actor,
    requestId: request.id,
    ...(reason === undefined ? {} : { reason }),
    ...(runId === undefined ? {} : { runId }),
  };
  await audit(database.db, context, {
    action: `${area}.${name}`,
    ...auditTargetOf(row, area, request),
    changes: {},
    isRead: isRead(row),
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
