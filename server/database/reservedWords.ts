import { asc, desc, eq, sql } from 'drizzle-orm';
import { readingOf } from '../../shared/rules/reservedWord.ts';
import { normaliseSubdomain } from '../../shared/rules/subdomain.ts';
import type { Drizzle } from './openDatabase.ts';
import { reservedWords } from './schema/lookups.ts';

/** The word that reserves a name: the name itself before one that looks like it. Every check of a name uses this. */
export async function findReservedWord(db: Drizzle, name: string) {
  const { id, profanity, name: word, reading } = reservedWords;
  const rows = await db
    .select({ id, name: word, profanity })
    .from(reservedWords)
    .where(eq(reading, readingOf(name)))
    .orderBy(desc(sql`${word} = ${normaliseSubdomain(name)}`), asc(word))
    .limit(1);
  return rows[0];
}
