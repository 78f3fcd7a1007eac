import { randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Drizzle } from '../../database/openDatabase.ts';
import { demoProofing } from '../../database/schema/proofing.ts';
import type { InstallationSecrets } from '../../identity/secrets/installationSecrets.ts';

const text = z.string();

/** A verification: what the client requested, and what the person has shown. The photos are looked at and not stored. */
const sessionSchema = z.object({
  state: text,
  nonce: text,
  codeChallenge: text,
  person: z.object({ firstName: text, lastName: text, dateOfBirth: text }).nullable(),
  hasFace: z.boolean(),
  /** Set with the end: what the ID token says. */
  isVerified: z.boolean().nullable(),
});
export type DemoSession = z.output<typeof sessionSchema>;

export const demoMinutes = 30;
export const demoId = (): string => randomBytes(24).toString('hex');

/** Where the sessions are. */
export interface DemoSessions {
  readonly db: Drizzle;
  readonly secrets: Pick<InstallationSecrets, 'sealIdentity' | 'openIdentity'>;
}

const opened = async ({ secrets }: DemoSessions, id: string, row: { readonly data: string } | undefined) =>
  row && sessionSchema.parse(JSON.parse(await secrets.openIdentity(`demo_proofing/${id}`, row.data)));

export async function findSession(sessions: DemoSessions, id: string): Promise<DemoSession | undefined> {
  const [row] = await sessions.db
    .select({ data: demoProofing.data })
    .from(demoProofing)
    .where(and(eq(demoProofing.id, id), gt(demoProofing.expiresAt, new Date())));
  return opened(sessions, id, row);
}

export async function saveSession({ db, secrets }: DemoSessions, id: string, session: DemoSession): Promise<void> {
  const expiresAt = new Date(Date.now() + demoMinutes * 60_000);
  const data = secrets.sealIdentity(`demo_proofing/${id}`, JSON.stringify(session));
  await db
    .insert(demoProofing)
    .values({ id, data, expiresAt })
    .onConflictDoUpdate({ target: demoProofing.id, set: { data } });
}

/** Ends the session; undefined where it is over already, so that a code is exchanged once. */
export async function takeSession(sessions: DemoSessions, id: string): Promise<DemoSession | undefined> {
  const [row] = await sessions.db
    .delete(demoProofing)
    .where(and(eq(demoProofing.id, id), sql`${demoProofing.expiresAt} > now()`))
    .returning({ data: demoProofing.data });
  return opened(sessions, id, row);
}
