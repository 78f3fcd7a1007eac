import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '../database/newId.ts';
import type { Database } from '../database/openDatabase.ts';
import { apiCaptures } from '../database/schema/activity.ts';
import { organizations } from '../database/schema/organizations.ts';

export type CaptureValues = Omit<typeof apiCaptures.$inferInsert, 'id' | 'expiresAt'> & { readonly at: Date };

const dayMs = 24 * 60 * 60_000;

/** Which of these organizations are captured now. */
export async function capturedAmong({ db }: Pick<Database, 'db'>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(inArray(organizations.id, [...ids]), eq(organizations.apiCapture, true)));
  return new Set(rows.map(({ id }) => id));
}

export async function insertCaptures({ db }: Pick<Database, 'db'>, rows: readonly CaptureValues[], days: number) {
  await db.insert(apiCaptures).values(
    rows.map((row) => ({
      ...row,
      id: newId(row.at.getTime()),
      expiresAt: new Date(row.at.getTime() + days * dayMs),
    })),
  );
}

/** Deletes what has had its time, a part at a time so that no statement gets long. */
export async function forgetExpiredCaptures(database: Pick<Database, 'pool'>): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      'delete from api_captures where id in (select id from api_captures where expires_at <= now() limit 5000)',
    );
    if ((rowCount ?? 0) < 5000) return;
  }
}
