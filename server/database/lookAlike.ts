import { type SQL, sql } from 'drizzle-orm';
import { lookAlikeCharacters, lookAlikePairs } from '../../shared/rules/reservedWord.ts';

/**
 * readingOf (shared/rules/reservedWord.ts) as SQL, for texts of a to z, 0 to 9 and hyphens in any letter case. A generated column and an index
 * have it, so that organizations and words with the same reading are joined.
 */
export const readingSql = (column: string): SQL => {
  const from = Object.keys(lookAlikeCharacters).join('');
  const to = Object.values(lookAlikeCharacters).join('');
  return sql.raw(
    lookAlikePairs.reduce(
      (text, [pair, letter]) => `replace(${text}, '${pair}', '${letter}')`,
      `translate(lower(${column}), '${from}', '${to}')`,
    ),
  );
};
