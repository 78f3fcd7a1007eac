import { eq } from 'drizzle-orm';
import { reservedwords } from '../../../shared/contract/reservedwords.ts';
import { readingOf, reservedBy } from '../../../shared/rules/reservedWord.ts';
import { namedStore } from '../../database/namedStore.ts';
import { findReservedWord } from '../../database/reservedWords.ts';
import { reservedWords as table } from '../../database/schema/lookups.ts';
import type { Services } from '../../http/areaEntry.ts';
import { namedRecordHandlers } from '../../http/namedRecordHandlers.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { clashPage, isNameTaken } from './reservedwordsStore.ts';

export const reservedwordsHandlers = (services: Services): Handlers<typeof reservedwords> => {
  const { db } = services.database;
  return {
    ...namedRecordHandlers(services, {
      area: 'reservedwords',
      one: 'reservedword',
      table,
      saves: reservedwords.update,
      nameKey: table.name,
    }),
    list: ({ query: { profanity, ...query } }) =>
      namedStore(table, { nameKey: table.name }).page(
        db,
        query,
        profanity === undefined ? undefined : eq(table.profanity, profanity),
      ),
    exists: ({ query: { id, name } }) => isNameTaken(db, name, id),
    isReservedWord: async ({ query: { name } }) => (await findReservedWord(db, name)) !== undefined,
    check: async ({ query: { name } }) => {
      const word = (await findReservedWord(db, name)) ?? null;
      const rule = word && reservedBy(word.name, name);
      return { name, isReserved: word !== null, rule, word, reading: readingOf(name) };
    },
    clashes: ({ query }) => clashPage(db, query),
  };
};
