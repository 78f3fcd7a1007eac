import { eq } from 'drizzle-orm';
import type { Database } from '../database/openDatabase.ts';
import { mailMessages } from '../database/schema/exchange.ts';

/** Whose message it is; undefined where there is none. Tells nothing of its content. */
export async function organizationOfMessage({ db }: Pick<Database, 'db'>, id: number): Promise<string | undefined> {
  const [message] = await db
    .select({ organizationId: mailMessages.organizationId })
    .from(mailMessages)
    .where(eq(mailMessages.id, id));
  return message?.organizationId;
}
