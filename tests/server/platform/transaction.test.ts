import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { audit } from '../../../server/database/audit.ts';
import { readConfig } from '../../../server/config.ts';
import { type Database, openDatabase } from '../../../server/database/openDatabase.ts';
import { plans, reservedWords } from '../../../server/database/schema/lookups.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { anonymous } from '../../../server/http/context.ts';
import { asOwner, copyTemplate, quietLog } from '../../support/database/databases.ts';

let database: Database;
let copy: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  copy = await copyTemplate(inject('testDatabases'));
  database = await openDatabase({ ...readConfig(copy.env), poolSize: 6 }, quietLog);
});
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const context = { actor: anonymous, requestId: 'r-1' };
const detail = { action: 'test.add', targetType: 'word', targetId: 'x', changes: {} };
const addWord = (name: string) => ({ id: randomUUID(), name });
const count = async (name: string) =>
  (await database.db.select().from(reservedWords).where(eq(reservedWords.name, name))).length;

test('all of it happens or nothing', async () => {
  const failing = inTransaction(database, async (tx) => {
    await tx.insert(reservedWords).values(addWord('half-done'));
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await count('half-done')).toBe(0);
});

test('using the database beside the transaction is an error, not a silent mistake', async () => {
  const beside = inTransaction(database, async () => database.db.select().from(reservedWords));
  await expect(beside).rejects.toThrow('Use the tx you were given');
});

test('a transaction inside another one is a part of it', async () => {
  const outer = inTransaction(database, async (tx) => {
    await inTransaction(database, (inner) => inner.insert(reservedWords).values(addWord('inner')));
    await tx.insert(reservedWords).values(addWord('outer'));
    throw new Error('undo both');
  });
  await expect(outer).rejects.toThrow('undo both');
  expect([await count('inner'), await count('outer')]).toEqual([0, 0]);
});

test('a deadlock is tried again and both succeed', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await database.db
    .insert(plans)
    .values([first, second].map((id) => ({ id, name: id, tierCode: 'T', allowedUsers: 1 })));
  const { promise: meeting, resolve: bothInside } = Promise.withResolvers<void>();
  let inside = 0;
  let attempts = 0;
  const raise = (ids: readonly string[]) =>
    inTransaction(database, async (tx) => {
      attempts++;
      for (const id of ids) {
        await tx.update(plans).set({ allowedUsers: 9 }).where(eq(plans.id, id));
        if (++inside === 2) bothInside();
        await meeting;
      }
    });
  await Promise.all([raise([first, second]), raise([second, first])]);
  expect(attempts).toBeGreaterThan(2);
});

test('what cannot be audited does not happen', async () => {
  await asOwner(database, 'alter table audit_entries rename to audit_entries_away');
  try {
    const write = inTransaction(database, async (tx) => {
      await tx.insert(reservedWords).values(addWord('unaudited'));
      await audit(tx, context, detail);
    });
    await expect(write).rejects.toMatchObject({ code: 'E-UNAVAILABLE', status: 503 });
    expect(await count('unaudited')).toBe(0);
  } finally {
    await asOwner(database, 'alter table audit_entries_away rename to audit_entries');
  }
});

test('a statement that runs too long is cut', { tags: ['hard'] }, async () => {
  const started = Date.now();
  await expect(database.pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
  // Well before the statement itself ends.
  expect(Date.now() - started).toBeLessThan(15_000);
});
