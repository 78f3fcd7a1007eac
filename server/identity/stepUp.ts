import { and, eq, gt, sql } from 'drizzle-orm';
import { stepUpMinutes } from '../../shared/rules/session.ts';
import { oidcPayloads } from '../database/schema/records.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';

/** A password or code entered again in a session, kept beside the session so that it ends with it. */
const model = 'StepUp';
const idOf = ({ id, session = 'none' }: Actor) => `${id}:${session}`;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

export async function recordStepUp(tx: Transaction, actor: Actor): Promise<Date> {
  const expiresAt = ago(-stepUpMinutes);
  const payload = { accountId: actor.id, grantId: actor.session ?? '' };
  await tx
    .insert(oidcPayloads)
    .values({ model, id: idOf(actor), payload, expiresAt })
    .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: { payload, expiresAt } });
  return expiresAt;
}

/** Refuses changes of the own sign-in on a device that was left unlocked: the sign-in or its confirmation must be recent (quality AU-5). */
export async function requireStepUp(tx: Transaction, actor: Actor): Promise<void> {
  const { model: kind, id, createdAt, expiresAt } = oidcPayloads;
  const isConfirmed = and(eq(kind, model), eq(id, idOf(actor)), gt(expiresAt, new Date()));
  const isFresh = and(eq(kind, 'Grant'), eq(id, actor.session ?? ''), gt(createdAt, ago(stepUpMinutes)));
  if ((await tx.$count(oidcPayloads, sql`(${isConfirmed}) or (${isFresh})`)) === 0) throw new ApiProblem('E-STEP-UP');
}
