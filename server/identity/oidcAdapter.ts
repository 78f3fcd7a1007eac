import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { oidcPayloads } from '../database/schema/records.ts';
import { webClientId } from './clients.ts';

interface Row extends Pick<typeof oidcPayloads.$inferSelect, 'payload' | 'consumedAt'> {
  /** By the clock of the database, which all servers share. */
  readonly consumedMsAgo: number | null;
}

/**
 * Two tabs or two command lines that renew with one refresh token together are no theft: the second use within this time gets the successor that the
 * first one got (refreshTokens.ts). A later one ends the family (quality TK-3).
 */
export const reuseToleranceMs = 3_000;

/** Milliseconds since the request under way was complete: the time of a use, however long the server takes to come to it. */
export type ReceivedMsAgo = () => number;

/** Stores a row with the columns for rows of callers who have not signed in; refused where there are too many. */
export type StoreLimited = (
  id: string,
  payload: AdapterPayload,
  store: (columns: Partial<typeof oidcPayloads.$inferInsert>) => Promise<void>,
) => Promise<void>;

/** PostgreSQL keeps no NUL in texts; callers may still send one in any parameter. */
const hasNul = (json: string) => json.includes('\\u0000');

/** Keeps the provider's sessions, grants, codes and tokens in one table (stack notes, OpenID provider). */
export class OidcAdapter implements Adapter {
  private readonly database: Database;
  private readonly model: string;
  private readonly receivedMsAgo: ReceivedMsAgo;
  private readonly storeLimited: StoreLimited;

  constructor(database: Database, model: string, receivedMsAgo: ReceivedMsAgo, storeLimited: StoreLimited) {
    this.database = database;
    this.model = model;
    this.receivedMsAgo = receivedMsAgo;
    this.storeLimited = storeLimited;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (hasNul(JSON.stringify(payload))) throw new errors.InvalidRequest('a parameter contains a NUL character');
    const { jti: _secret, ...withoutToken } = payload;
    const values = {
      payload: this.isRefreshToken ? withoutToken : payload,
      grantId: payload.grantId ?? null,
      userCode: payload.userCode ?? null,
      uid: payload.uid ?? null,
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    };
    await this.storeLimited(id, payload, async (columns) => {
      const set = { ...values, ...columns };
      await this.database.db
        .insert(oidcPayloads)
        .values({ model: this.model, id: this.stored(id), ...set, ...this.startOf(payload) })
        .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set });
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.findBy(oidcPayloads.id, this.stored(id));
    return payload && this.isRefreshToken ? { ...payload, jti: id } : payload;
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy(oidcPayloads.uid, uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findBy(oidcPayloads.userCode, userCode);
  }

  /** Codes are redeemed once even by parallel calls: the update decides, not the read before it (quality TK-2). */
  async consume(id: string): Promise<void> {
    const rows = await this.database.db
      .update(oidcPayloads)
      .set({ consumedAt: sql`clock_timestamp() - make_interval(secs => ${this.receivedMsAgo() / 1000})` })
      .where(and(this.isThis(id), isNull(oidcPayloads.consumedAt)))
      .returning({ grantId: oidcPayloads.grantId });
    if (rows.length > 0 || this.isRefreshToken) return;
    throw new errors.InvalidGrant('already consumed');
  }

  async destroy(id: string): Promise<void> {
    await this.database.db.delete(oidcPayloads).where(this.isThis(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.database.db
      .delete(oidcPayloads)
      .where(and(eq(oidcPayloads.model, this.model), eq(oidcPayloads.grantId, grantId)));
  }

  private isThis(id: string) {
    return and(eq(oidcPayloads.model, this.model), eq(oidcPayloads.id, this.stored(id)));
  }

  /** A sign-in to the web application is the first action of its session (idle.ts). */
  private startOf({ clientId }: AdapterPayload) {
    return this.model === 'Grant' && clientId === webClientId ? { activeAt: new Date() } : {};
  }

  private get isRefreshToken() {
    return this.model === 'RefreshToken';
  }

  /** Refresh tokens last for hours, so only their hash is stored; they are random enough to need no salt. */
  private stored(id: string): string {
    return this.isRefreshToken ? createHash('sha256').update(id).digest('hex') : id;
  }

  private async findBy(column: PgColumn, value: string): Promise<AdapterPayload | undefined> {
    if (hasNul(JSON.stringify(value))) return undefined;
    const [row] = await this.database.db
      .select({
        payload: oidcPayloads.payload,
        consumedAt: oidcPayloads.consumedAt,
        consumedMsAgo: sql<
          number | null
        >`(extract(epoch from clock_timestamp() - ${oidcPayloads.consumedAt}) * 1000)::float8`,
      })
      .from(oidcPayloads)
      .where(
        and(
          eq(oidcPayloads.model, this.model),
          eq(column, value),
          or(isNull(oidcPayloads.expiresAt), gt(oidcPayloads.expiresAt, sql`${new Date()}::timestamptz`)),
        ),
      );
    return row && this.payloadOf(row);
  }

  private payloadOf({ payload, consumedAt, consumedMsAgo }: Row): AdapterPayload {
    const kept = payload as AdapterPayload;
    if (!consumedAt || this.isTolerated(consumedMsAgo ?? 0)) return kept;
    return { ...kept, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }

  private isTolerated(consumedMsAgo: number): boolean {
    return this.isRefreshToken && consumedMsAgo - this.receivedMsAgo() <= reuseToleranceMs;
  }
}
