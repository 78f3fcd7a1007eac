import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/openDatabase.ts';
import { oidcPayloads } from '../database/schema/records.ts';
import { users } from '../database/schema/people.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import type { Actor } from '../http/context.ts';
import type { IdentityConfig } from './identityConfig.ts';
import { auditSignIn } from './signInAudit.ts';

/** A grant whose session ended by itself: a later call learns why. It is deleted when the grant would have expired. */
const endedModel = 'IdleGrant';
/** An action is written only so long after the one written before: users act more often than the database has to know. */
const writeEveryMs = 2_000;
const longestSweepPauseMs = 15_000;

type Limits = Pick<IdentityConfig, 'idleSeconds'>;

/** Whether the session of a user has to end: no action for so long. Command lines and machine clients have no such time (quality SS-1). */
export const isIdle = ({ lastActionAt }: Actor, { idleSeconds }: Limits): boolean =>
  lastActionAt !== undefined && Date.now() - lastActionAt.getTime() >= idleSeconds * 1000;

/** Rounded up: where a page counts with it, the server ends the session first, and a new sign-in asks for the password. */
export const idleSecondsLeft = ({ lastActionAt }: Actor, { idleSeconds }: Limits): number | null =>
  lastActionAt === undefined
    ? null
    : Math.max(0, Math.ceil(idleSeconds - (Date.now() - lastActionAt.getTime()) / 1000));

const writeAction = (pool: Database['pool'], grant: string, at: Date) =>
  pool.query({
    name: 'action of a user',
    text: `update oidc_payloads set active_at = $2 where model = 'Grant' and id = $1 and active_at < $2`,
    values: [grant, at],
  });

/** Typing the password again in a session is an action too. */
export const recordSignIn = async (
  { pool }: Pick<Database, 'pool'>,
  grant: string,
  signedInAt: number,
): Promise<void> => {
  await writeAction(pool, grant, new Date(signedInAt * 1000));
};

/** Writes the time of an action of the user. It never moves back, and no caller can set one that is still to come. */
export async function recordAction({ pool }: Pick<Database, 'pool'>, actor: Actor, secondsAgo: number): Promise<Actor> {
  const lastActionAt = new Date(Date.now() - secondsAgo * 1000);
  const before = actor.lastActionAt;
  if (before === undefined || lastActionAt.getTime() - before.getTime() < writeEveryMs) return actor;
  await writeAction(pool, actor.session ?? '', lastActionAt);
  return { ...actor, lastActionAt };
}

export const isEndedAsIdle = async ({ db }: Pick<Database, 'db'>, grant: string): Promise<boolean> =>
  (await db.$count(oidcPayloads, and(eq(oidcPayloads.model, endedModel), eq(oidcPayloads.id, grant)))) > 0;

/**
 * Ends every session of the web application without an action for so long: its grant, tokens and the session at the provider, each with its
 * audit row. The update decides, so that an action at the same moment keeps its session and each end is audited once.
 */
export async function endIdleSessions(database: Pick<Database, 'pool'>, config: Limits): Promise<void> {
  const { model, activeAt, id, payload } = oidcPayloads;
  const since = new Date(Date.now() - config.idleSeconds * 1000);
  await inTransaction(database, async (tx) => {
    const ended = await tx
      .update(oidcPayloads)
      .set({ model: endedModel })
      .where(and(eq(model, 'Grant'), lt(activeAt, since)))
      .returning({ id, accountId: sql<string>`${payload} ->> 'accountId'` });
    for (const { id: grant, accountId } of ended) {
      await endGrant(tx, accountId, grant);
      const [account] = await tx
        .select({ id: users.id, userName: users.userName })
        .from(users)
        .where(eq(users.id, accountId));
      const caller = { requestId: '', address: '' };
      await auditSignIn(tx, [{ action: 'identity.signOutIdle', account, userName: accountId, caller }]);
    }
  });
}

/** What depends on a grant: tokens, codes, confirmations, and the session that would give a new one without a sign-in. */
const endGrant = (tx: Transaction, accountId: string, grant: string) => {
  const { payload, model, grantId } = oidcPayloads;
  const byGrant = sql`${payload} ->> 'grantId' = ${grant}`;
  const ofSession = sql`jsonb_path_exists(${payload}, '$.authorizations.*.grantId ? (@ == $grant)', jsonb_build_object('grant', ${grant}::text))`;
  return tx
    .delete(oidcPayloads)
    .where(
      and(
        eq(sql`${payload} ->> 'accountId'`, accountId),
        inArray(model, ['Session', 'RefreshToken', 'AuthorizationCode', 'StepUp']),
        or(eq(grantId, grant), byGrant, ofSession),
      ),
    );
};

/** Looks for idle sessions now and then: a computer that was closed makes no call that would notice. */
export function sweepIdleSessions(database: Database, config: Limits, log: FastifyBaseLogger): () => void {
  const timer = setInterval(
    () => {
      endIdleSessions(database, config).catch((error: unknown) =>
        log.warn({ err: error }, 'idle sessions stay for now'),
      );
    },
    Math.min(longestSweepPauseMs, config.idleSeconds * 500),
  ).unref();
  return () => clearInterval(timer);
}
