/** @module-tag scaled */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealSegment } from '../../../server/areas/audit/chain/sealSegments.ts';
import { removeOldEvents } from '../../../server/areas/audit/chain/removeOldEvents.ts';
import { asOwner } from '../../support/database/databases.ts';
import { isHard } from '../../support/isHard.ts';
import { randomTamper, type Tamper } from './auditTampers.ts';
import { insertEvents, openTrail, type Trail, verifyAll } from './auditTampering.ts';

const rounds = isHard ? 1000 : 100;

/** Quality AD-3: what the owner of the database does to the audit trail is found and named. */

let trail: Trail;
beforeAll(async () => {
  trail = await openTrail();
  for (let segment = 0; segment < 5; segment++) await trail.addSegment(8);
});
afterAll(() => trail.close());

const verified = () => verifyAll(trail.database.db, trail.keys, [trail.head()]);

test('an untouched trail is whole', async () => {
  expect(await verified()).toEqual({ problem: null, last: trail.head().number });
  expect(await trail.afterTampering([])).toEqual({ problem: null, last: trail.head().number });
});

describe('tampering is found, and the first event or segment is named', () => {
  const ids = async (): Promise<number[]> => {
    const { rows } = await trail.database.pool.query<{ id: string }>('select id from audit_entries order by id');
    return rows.map(({ id }) => Number(id));
  };

  test(`${rounds} random changes, deletions, additions, exchanges and cuts`, async () => {
    const all = await ids();
    const kinds = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const tamper: Tamper = randomTamper(round, all, trail.head().number);
      kinds.add(tamper.kind);
      const { problem } = await trail.afterTampering(tamper.statements);
      expect(problem, `round ${round}: ${tamper.statements.join('; ')}`).toMatchObject(tamper.expected);
    }
    expect(kinds.size).toBeGreaterThanOrEqual(7);
  });

  test('a list of a segment that was made to fit a changed event', async () => {
    const [, , third] = await ids();
    const { problem } = await trail.afterTampering([
      `update audit_entries set actor_name = 'Other' where id = ${third}`,
      `update audit_seal_events set event_hashes = sha256('other') where number = 1`,
      `update audit_seals set list_hash = sha256('other') where number = 1`,
    ]);
    expect(problem).toMatchObject({ kind: 'segmentChanged', segment: 1 });
  });

  test('an emptied trail, by the segment that is stored outside the database', async () => {
    const statements = [
      'delete from audit_seal_events',
      'delete from audit_seals',
      'delete from audit_entries',
      'alter sequence audit_entries_id_seq restart',
    ];
    expect((await trail.afterTampering(statements)).problem).toMatchObject({ kind: 'segmentMissing', segment: 1 });
  });

  test('a removal that is not signed by the installation', async () => {
    const { problem } = await trail.afterTampering([
      `insert into audit_removals values (1, now(), '${trail.keys.keyId}', sha256('x'))`,
      'delete from audit_seal_events where number = 1',
      'delete from audit_entries where id <= (select through_id from audit_seals where number = 1)',
    ]);
    expect(problem).toMatchObject({ kind: 'removalChanged', segment: 1 });
  });
});

test('an event whose transaction ends after the seal of later ids is part of a later segment, not of an addition', async () => {
  const { pool } = trail.database;
  const slow = await pool.connect();
  await slow.query('begin');
  await slow.query(
    `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, request_id)
     values ('slow', 'Slow', 'brands.update', 'brand', 'b', '{}', 'slow')`,
  );
  await insertEvents(trail.database, 3);
  const sealing = sealSegment(trail.database, trail.keys);
  await slow.query('commit');
  slow.release();
  const seal = await sealing;
  expect(seal?.eventCount).toBe(4);
  expect((await verified()).problem).toBeNull();
});

test('several processes that seal at once make one chain', async () => {
  for (let round = 0; round < 5; round++) {
    await insertEvents(trail.database, 5);
    await Promise.all([1, 2, 3].map(() => sealSegment(trail.database, trail.keys)));
  }
  expect((await verified()).problem).toBeNull();
  const { rows } = await trail.database.pool.query(
    'select count(*)::int as count from audit_entries where id > (select max(through_id) from audit_seals)',
  );
  expect(rows).toEqual([{ count: 0 }]);
});

describe('retention', () => {
  test('refuses events that are younger than 6 years, also where their removal is recorded', async () => {
    const { pool } = trail.database;
    await expect(pool.query('select remove_audit_events(1)')).rejects.toMatchObject({ code: '55000' });
    expect(await removeOldEvents(trail.database, trail.keys, 6)).toBe(0);
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`insert into audit_removals values (1, now(), 'k', sha256('x'))`);
    await expect(client.query('select remove_audit_events(1)')).rejects.toMatchObject({ code: '42501' });
    await client.query('rollback');
    client.release();
  });

  test('removes whole segments of old events, leaves an event about it, and the rest stays verifiable', async () => {
    const old = await openTrail();
    try {
      await old.addSegment(4);
      await asOwner(old.database, `update audit_entries set at = now() - interval '7 years'`);
      // Sealed anew with the age that they have now.
      await asOwner(old.database, 'truncate audit_seals, audit_seal_events');
      await old.addSegment(1);
      await old.addSegment(5);
      await asOwner(
        old.database,
        `update audit_entries set at = now() - interval '7 years' where at > now() - interval '1 year'`,
      );
      await asOwner(old.database, 'truncate audit_seals, audit_seal_events');
      const first = await sealSegment(old.database, old.keys);
      await old.addSegment(6);
      expect(await removeOldEvents(old.database, old.keys, 6)).toBe(first?.eventCount);
      expect(await removeOldEvents(old.database, old.keys, 6)).toBe(0);
      const { rows } = await old.database.pool.query<{ action: string }>(
        `select action from audit_entries where action = 'audit.removeOldEvents'`,
      );
      expect(rows).toHaveLength(1);
      await sealSegment(old.database, old.keys);
      const { problem, last } = await verifyAll(old.database.db, old.keys, [old.head()]);
      expect(problem).toBeNull();
      expect(last).toBe(3);
      const forged = await old.afterTampering([
        `insert into audit_entries (id, actor_id, actor_name, action, target_type, target_id, changes, request_id)
         values (1, 'a', 'A', 'x', 'x', 'x', '{}', 'x')`,
      ]);
      expect(forged.problem).toMatchObject({ kind: 'eventAdded', eventId: 1 });
    } finally {
      await old.close();
    }
  });
});
