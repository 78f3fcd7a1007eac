import { and, desc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Drizzle } from '../database/openDatabase.ts';
import { mails } from '../database/schema/records.ts';
import type { Transaction } from '../database/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(tx: Transaction, values: typeof mails.$inferInsert): Promise<void> {
  await tx.insert(mails).values(values);
}

export const queueMail = (tx: Transaction, mailId: string, inSeconds = 0): Promise<void> =>
  enqueue(tx, 'mail.send', { mailId }, { key: `mail:${mailId}`, inSeconds });

/** Begins an attempt; undefined where the mail is settled already. */
export async function beginSending(db: Drizzle, id: string): Promise<MailRow | undefined> {
  const [begun] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), eq(mails.status, 'Pending')))
    .returning();
  return begun;
}

/** Ends the attempt; false where another worker has taken the mail over meanwhile. */
export async function settleMail(
  tx: Transaction,
  mail: MailRow,
  values: PgUpdateSetSource<typeof mails>,
): Promise<boolean> {
  const settled = await tx
    .update(mails)
    .set(values)
    .where(and(eq(mails.id, mail.id), eq(mails.attempts, mail.attempts), eq(mails.status, 'Pending')))
    .returning({ id: mails.id });
  return settled.length > 0;
}

export async function mailPage(db: Drizzle, { pageNumber, pageSize }: { pageNumber: number; pageSize: number }) {
  const [items, totalCount] = await Promise.all([
    db
      .select()
      .from(mails)
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(mails),
  ]);
  return { items, totalCount };
}
