import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/openDatabase.ts';
import { idempotencyKeys } from '../database/schema/records.ts';
import { holdTransaction, type Transaction } from '../database/transaction.ts';
import type { Actor } from './context.ts';
import { ApiProblem } from './problem.ts';
import { invalidHeader } from './requestFacts.ts';
import { Uploaded } from './upload.ts';

/** A finished response as it was sent, so that a repetition gets the same bytes. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string | null;
  readonly etag: string | null;
}

interface Claim {
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: string;
}

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** The caller's `Idempotency-Key` with what it is bound to: the caller and this very request. */
export function claimOf(request: FastifyRequest, actor: Actor): Claim | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw invalidHeader('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`);
  if (request.body instanceof Uploaded) {
    const { value, files } = request.body;
    // Not the bytes as sent: their boundary is another one each time.
    hash.update(JSON.stringify([value, files.map(({ name, mediaType, sha256 }) => [name, mediaType, sha256])]));
  } else {
    // A hash of few unknown digits can be guessed, and a social security number must be stored nowhere.
    hash.update(JSON.stringify(request.body, (name, value: unknown) => (name === 'ssn' ? undefined : value)) ?? '');
  }
  return { actorId: actor.id, key, requestHash: hash.digest('base64url') };
}

/**
 * Runs `work` once for each key (CO-2). The key, the response and all that `work` writes are committed in one transaction: handlers
 * need not know, because their `inTransaction` and `database.db` join it. A refused attempt leaves no trace and may be repeated.
 */
export function runOnce(
  database: Pick<Database, 'pool'>,
  claim: Claim,
  work: () => Promise<StoredResponse>,
): Promise<{ response: StoredResponse; replayed: boolean }> {
  return holdTransaction(database, async (tx) => {
    await holdKey(tx, claim);
    const stored = await findResponse(tx, claim);
    if (stored) return { response: stored, replayed: true };
    const response = await work();
    await tx.insert(idempotencyKeys).values({
      actorId: claim.actorId,
      key: claim.key,
      requestHash: claim.requestHash,
      status: response.status,
      answer: { body: response.body, etag: response.etag },
    });
    return { response, replayed: false };
  });
}

/** Held until the transaction ends, also by other processes of this installation. */
async function holdKey(tx: Transaction, claim: Claim): Promise<void> {
  const found = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${claim.actorId}\n${claim.key}`}, 727307002)) as free`,
  );
  if (found.rows[0]?.free !== true)
    throw new ApiProblem('E-IDEMPOTENCY-IN-FLIGHT', { headers: { 'retry-after': '1' } });
}

async function findResponse(tx: Transaction, claim: Claim): Promise<StoredResponse | undefined> {
  const ofCaller = sql`actor_id = ${claim.actorId} and key = ${claim.key}`;
  await tx.delete(idempotencyKeys).where(sql`${ofCaller} and created_at < now() - interval '24 hours'`);
  const [row] = await tx.select().from(idempotencyKeys).where(ofCaller);
  if (!row) return undefined;
  if (row.requestHash !== claim.requestHash) throw new ApiProblem('E-IDEMPOTENCY-REUSED');
  return { status: row.status, body: row.answer.body, etag: row.answer.etag };
}
