import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Database } from '../database/openDatabase.ts';
import { problemOf } from './errorAnswer.ts';
import { reasonOf, runIdOf } from './requestFacts.ts';

const insert = `insert into audit_entries
  (actor_id, actor_name, action, target_type, target_id, outcome, code, changes, reason, request_id, run_id)
  values ($1, $2, $3, $4, $5, $6, $7, '{}', $8, $9, $10)`;

const id = /^[0-9a-f-]{36}$/i;

/** What the call was about: an organization where its path names one, else the record of its area. */
function targetOf({ path }: Endpoint, area: string, { params }: FastifyRequest): [type: string, id: string] {
  const given = (params as Readonly<Record<string, unknown>> | undefined)?.['id'];
  return [
    path.includes('/organizations/{id}') ? 'organization' : area,
    typeof given === 'string' && id.test(given) ? given : '',
  ];
}

/**
 * One event for each write that somebody known tried and that was not carried out (AD-1), with the code and without a word of what
 * was sent. Calls without a valid token are in the log alone, so that nobody can fill the table from outside.
 */
export async function auditRefusal(
  { pool }: Pick<Database, 'pool'>,
  { area, name, row }: { readonly area: string; readonly name: string; readonly row: Endpoint },
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { actor } = request;
  const { status, code } = problemOf(error);
  if (row.method === 'GET' || !actor || status < 400 || status >= 500 || status === 401 || status === 429) return;
  const outcome = status === 403 ? 'Refused' : 'Invalid';
  const values = [
    actor.id,
    actor.name,
    `${area}.${name}`,
    ...targetOf(row, area, request),
    outcome,
    code,
    headerOr(() => reasonOf(request)),
    request.id,
    headerOr(() => runIdOf(request)),
  ];
  await pool.query(insert, values).catch((err: unknown) => request.log.warn({ err }, 'a refusal was not audited'));
}

/** A header may be what was wrong with the call. */
const headerOr = (read: () => string | undefined): string | null => {
  try {
    return read() ?? null;
  } catch {
    return null;
  }
};
