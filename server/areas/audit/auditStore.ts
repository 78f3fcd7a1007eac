import { and, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '../../../shared/contract/audit.ts';
import { type AuditOutcome, auditOutcomeNames } from '../../../shared/contract/auditOutcomes.ts';
import { users } from '../../database/schema/people.ts';
import { auditEntries } from '../../database/schema/records.ts';
import type { Transaction } from '../../database/transaction.ts';
import { systemActorId } from '../../jobs/systemContext.ts';
import { distinctValues } from './distinctValues.ts';

export interface AuditQuery {
  readonly runId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Actions or areas, any of them. */
  readonly actions?: readonly string[] | undefined;
  /** A user name, or a part of a person's name. */
  readonly username?: string | undefined;
  readonly type?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly isRead?: boolean | undefined;
  readonly isSystem?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

type Row = typeof auditEntries.$inferSelect;

export const outcomeOf = (text: string): AuditOutcome => auditOutcomeNames.find((known) => known === text) ?? 'Invalid';

const entryOf = ({ at, outcome, changes, versionChecked: _checked, ...row }: Row): AuditEntry => ({
  ...row,
  at: at.toISOString(),
  outcome: outcomeOf(outcome),
  changes: Object.entries(changes).map(([field, { before, after }]) => ({ field, before, after })),
});

const isOf = (action: string) => (name: string) => name === action || name.startsWith(`${action}.`);
const hasName = (actor: string) => {
  const part = actor.toLowerCase();
  return (name: string) => name.toLowerCase().includes(part);
};

/** The entries of the user with this user name; without one, of those with this part in their name. */
async function byUser(tx: Transaction, username: string): Promise<SQL> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.userName}) = ${username.toLowerCase()}`);
  if (user) return eq(auditEntries.actorId, user.id);
  return inArray(auditEntries.actorName, (await distinctValues(tx, 'actorName')).filter(hasName(username)));
}

async function conditionOf(tx: Transaction, query: AuditQuery): Promise<SQL | undefined> {
  const { runId, actorId, actor, action, username, type, target, outcome, isRead, isSystem, from, to } = query;
  // inArray of an empty list is false: no user of that name, no entries.
  const people = actor === undefined ? undefined : (await distinctValues(tx, 'actorName')).filter(hasName(actor));
  const names = [...(query.actions ?? []), ...(action === undefined ? [] : [action])];
  const actions =
    names.length === 0
      ? undefined
      : (await distinctValues(tx, 'action')).filter((known) => names.some((name) => isOf(name)(known)));
  return and(
    runId === undefined ? undefined : eq(auditEntries.runId, runId),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    people && inArray(auditEntries.actorName, people),
    actions && inArray(auditEntries.action, actions),
    username === undefined ? undefined : await byUser(tx, username),
    type === undefined ? undefined : eq(auditEntries.targetType, type),
    target === undefined ? undefined : eq(auditEntries.targetId, target),
    outcome && eq(auditEntries.outcome, outcome),
    isRead === undefined ? undefined : isRead ? eq(auditEntries.isRead, true) : sql`not is_read`,
    isSystem === undefined ? undefined : (isSystem ? eq : ne)(auditEntries.actorId, systemActorId),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  );
}

/** One entry. */
export async function auditEntryOf(tx: Transaction, id: number): Promise<AuditEntry | undefined> {
  const [row] = await tx.select().from(auditEntries).where(eq(auditEntries.id, id));
  return row && entryOf(row);
}

const maxEvents = 1000;
/** The entries of one request lie within this time of each other. */
const requestMs = 5 * 60_000;

/** The entries of the request of an entry, in their order: a request may change several records. */
export async function eventsOf(tx: Transaction, { requestId, actorId, at }: AuditEntry): Promise<AuditEntry[]> {
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.actorId, actorId),
        eq(auditEntries.requestId, requestId),
        gte(auditEntries.at, new Date(Date.parse(at) - requestMs)),
        lt(auditEntries.at, new Date(Date.parse(at) + requestMs)),
      ),
    )
    .orderBy(auditEntries.at, auditEntries.id)
    .limit(maxEvents);
  return rows.map(entryOf);
}

/** A page of audit rows with the exact number of all that match; the slice is cut from ids, so that deep pages carry no field changes. */
export async function auditPage(tx: Transaction, query: AuditQuery) {
  const where = await conditionOf(tx, query);
  const { pageNumber, pageSize } = query;
  const slice = tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.id, sql`(${slice})`))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id));
  return { items: rows.map(entryOf), totalCount: await tx.$count(auditEntries, where) };
}
