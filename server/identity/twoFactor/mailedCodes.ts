import { randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm';
import {
  mailedCodeFailures,
  mailedCodeMinutes,
  mailedCodesAtMost,
  mailedCodesMinutes,
} from '../../../shared/rules/session.ts';
import type { Config } from '../../config.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { mailedCodes } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import { addMail, oneLine } from '../../mail/addMail.ts';
import type { InstallationSecrets } from '../secrets/installationSecrets.ts';

interface Owner {
  readonly id: string;
  readonly userName: string;
}

const later = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);

/** Whether codes are mailed to the user at the sign-in. */
export async function hasMailedCodes(db: Drizzle, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.mailCodesSince)))) > 0;
}

export async function setMailedCodes(tx: Transaction, userId: string, isOn: boolean): Promise<void> {
  await tx
    .update(users)
    .set({ mailCodesSince: isOn ? new Date() : null })
    .where(eq(users.id, userId));
}

/** Mails a new code, which replaces the one before; null where too many were mailed lately (quality AU-4). One statement decides, also for parallel requests. */
export async function mailCode(
  tx: Transaction,
  { config, secrets }: { readonly config: Pick<Config, 'brand' | 'mail'>; readonly secrets: InstallationSecrets },
  { id, userName }: Owner,
): Promise<Date | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = new Date();
  const expiresAt = later(now, mailedCodeMinutes);
  const isOver = lt(mailedCodes.sentSince, later(now, -mailedCodesMinutes));
  const fresh = { code: secrets.sealAuthenticator(id, code), expiresAt, failures: 0 };
  const sent = await tx
    .insert(mailedCodes)
    .values({ userId: id, ...fresh, sentSince: now })
    .onConflictDoUpdate({
      target: mailedCodes.userId,
      set: {
        ...fresh,
        sent: sql`case when ${isOver} then 1 else ${mailedCodes.sent} + 1 end`,
        sentSince: sql`case when ${isOver} then ${now}::timestamptz else ${mailedCodes.sentSince} end`,
      },
      setWhere: or(isOver, lt(mailedCodes.sent, mailedCodesAtMost)),
    })
    .returning({ userId: mailedCodes.userId });
  if (sent.length === 0) return null;
  await addMail(tx, config, {
    recipient: userName,
    subject: oneLine(`Your code for ${config.brand.name}`),
    body: [
      `Your one-time code is ${code}`,
      `It works once, within ${mailedCodeMinutes} minutes. Nobody at ${config.brand.name} will ask you for it.`,
      `You did not ask for a code? Then your password is known to another person: choose another one, and write to ${config.brand.supportEmail}.`,
    ].join('\n\n'),
  });
  return expiresAt;
}

/** Whether the code is the one that was mailed last. Each guess is counted before it is compared, so that of many at once three are; a code works once. */
export async function acceptMailedCode(
  { db }: Pick<Database, 'db'>,
  secrets: InstallationSecrets,
  userId: string,
  code: string,
): Promise<boolean> {
  const isOpen = and(eq(mailedCodes.userId, userId), gt(mailedCodes.expiresAt, new Date()));
  const [row] = await db
    .update(mailedCodes)
    .set({ failures: sql`${mailedCodes.failures} + 1` })
    .where(and(isOpen, lt(mailedCodes.failures, mailedCodeFailures)))
    .returning({ code: mailedCodes.code });
  if (!row) return false;
  const [expected, entered] = [await secrets.openAuthenticator(userId, row.code), code.replace(/\s/g, '')].map((text) =>
    Buffer.from(text),
  );
  if (!expected || !entered || expected.length !== entered.length || !timingSafeEqual(expected, entered)) return false;
  const used = await db
    .update(mailedCodes)
    .set({ expiresAt: new Date() })
    .where(and(isOpen, eq(mailedCodes.code, row.code)))
    .returning({ userId: mailedCodes.userId });
  return used.length > 0;
}
