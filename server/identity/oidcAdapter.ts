import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../database/openDatabase.ts';
import { oidcPayloads } from '../database/schema/records.ts';

type Row = Pick<typeof oidcPayloads.$inferSelect, 'payload' | 'consumedAt'>;

/** When the request under way began, so that a refresh that ran side by side with another is told from a replay. */
export type RequestClock = () => Date | undefined;

/** PostgreSQL keeps no NUL in texts; callers may still send one in any parameter. */
const hasNul = (json: string) => json.includes('\\u0000');

/** Keeps the provider's sessions, grants, codes and tokens in one table (stack notes, OpenID provider). */
export class OidcAdapter implements Adapter {
  private readonly database: Database;
  private readonly model: string;
  private readonly requestStart: RequestClock;

  constructor(database: Database, model: string, requestStart: RequestClock) {
    this.database = database;
    this.model = model;
    this.requestStart = requestStart;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (hasNul(JSON.stringify(payload))) throw new errors.InvalidRequest('a parameter contains a NUL character');
    const values = {
      payload,
      grantId: payload.grantId ?? null,
      userCode: payload.userCode ?? null,
      uid: payload.uid ?? null,
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    };
    await this.database.db
      .insert(oidcPayloads)
      .values({ model: this.model, id, ...values })
      .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: values });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.findBy(oidcPayloads.id, id);
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
      .set({ consumedAt: new Date() })
      .where(and(this.isThis(id), isNull(oidcPayloads.consumedAt)))
      .returning({ grantId: oidcPayloads.grantId });
    if (rows.length > 0 || this.model === 'RefreshToken') return;
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
    return and(eq(oidcPayloads.model, this.model), eq(oidcPayloads.id, id));
  }

  private async findBy(column: PgColumn, value: string): Promise<AdapterPayload | undefined> {
    if (hasNul(JSON.stringify(value))) return undefined;
    const [row] = await this.database.db
      .select({ payload: oidcPayloads.payload, consumedAt: oidcPayloads.consumedAt })
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

  private payloadOf({ payload, consumedAt }: Row): AdapterPayload {
    const kept = payload as AdapterPayload;
    if (!consumedAt || this.ranSideBySide(consumedAt)) return kept;
    return { ...kept, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }

  /**
   * Two tabs or two command lines that renew with one refresh token at the same moment are no theft: a renewal that
   * began before the other one used the token up still gets its answer. One that began later ends the family (TK-3).
   */
  private ranSideBySide(consumedAt: Date): boolean {
    const began = this.requestStart();
    return this.model === 'RefreshToken' && began !== undefined && began <= consumedAt;
  }
}
