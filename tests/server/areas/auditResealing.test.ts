import { copyFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sealNewEvents } from '../../../server/areas/audit/auditJobs.ts';
import { headFileOf, readHead } from '../../../server/areas/audit/chain/headFile.ts';
import { lockSealing } from '../../../server/areas/audit/chain/sealSegments.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { drizzleOn } from '../../../server/database/queryBuilder.ts';
import { openInstallationSecrets } from '../../../server/identity/secrets/installationSecrets.ts';
import { asOwner, quietLog } from '../../support/database/databases.ts';
import { insertEvents, openTrail, type Trail, verifyAll } from './auditTampering.ts';

/** Quality AD-3: the job that seals does not cover what the owner of the database cut. */

const segments = 5;
let trail: Trail;
let otherHeadFile: string;
const errors: unknown[] = [];
const log = { ...quietLog, error: (details: unknown) => errors.push(details) };

beforeEach(async () => {
  errors.length = 0;
  trail = await openTrail();
  otherHeadFile = `${headFileOf(trail.config)}.other`;
  while (trail.head().number < segments) await trail.addSegment(4);
  await seal();
});
afterEach(async () => {
  await rm(otherHeadFile, { force: true });
  await trail.close();
});

/** The job of a process, which has a head file of its own where one is named. */
const seal = (auditHeadFile = headFileOf(trail.config)) =>
  sealNewEvents({ ...trail, config: { ...trail.config, auditHeadFile }, log });
const sealWithNewEvents = async (auditHeadFile?: string) => {
  await insertEvents(trail.database, 3);
  await seal(auditHeadFile);
};
const storedHead = () => readHead(headFileOf(trail.config));
const verified = async (auditHeadFile = headFileOf(trail.config)) => {
  const head = await readHead(auditHeadFile);
  return verifyAll(trail.database.db, trail.keys, head ? [head] : []);
};
const cutFrom = async (segment: number, { withEvents = true } = {}) => {
  if (withEvents)
    await asOwner(
      trail.database,
      `delete from audit_entries where id > coalesce((select through_id from audit_seals where number = ${segment - 1}), 0)`,
    );
  for (const table of ['audit_seal_events', 'audit_seals'])
    await asOwner(trail.database, `delete from ${table} where number >= ${segment}`);
};
const missing = (segment: number) => ({ problem: { kind: 'segmentMissing', segment }, last: segment - 1 });

test('a cut trail is not sealed again, and its first missing segment stays named', { tags: ['hard'] }, async () => {
  const head = await storedHead();
  expect(head).toMatchObject(trail.head());
  for (let segment = segments; segment > 0; segment--) {
    await cutFrom(segment, { withEvents: segment % 2 === 0 });
    await sealWithNewEvents();
    expect(await verified()).toMatchObject(missing(segment));
    expect(await storedHead()).toEqual(head);
    expect(errors.at(-1)).toMatchObject({ segment: segments, hash: head?.hash });
  }
  expect(errors).toHaveLength(segments);
});

test('a cut trail stays so for a server that starts afterwards, until the head file is removed', {
  tags: ['hard'],
}, async () => {
  await cutFrom(4);
  const database = await openDatabase(trail.config, quietLog);
  try {
    const secrets = await openInstallationSecrets(database, trail.config, quietLog);
    await insertEvents(database, 3);
    await sealNewEvents({ config: trail.config, database, secrets, log });
  } finally {
    await database.close();
  }
  expect(await verified()).toMatchObject(missing(4));
  await rm(headFileOf(trail.config));
  await seal();
  expect(await storedHead()).toMatchObject({ number: 4 });
  expect(await verified()).toEqual({ problem: null, last: 4 });
  // What is known from elsewhere is still compared.
  expect(await verifyAll(trail.database.db, trail.keys, [trail.head()])).toMatchObject(missing(5));
});

test('an older head is no cut, and a server with a head file of its own stores what the others have sealed', async () => {
  await copyFile(headFileOf(trail.config), otherHeadFile);
  await sealWithNewEvents();
  await sealWithNewEvents();
  await seal(otherHeadFile);
  expect(await readHead(otherHeadFile)).toEqual(await storedHead());
  expect(await storedHead()).toMatchObject({ number: segments + 2 });
  await cutFrom(segments + 2);
  await sealWithNewEvents(otherHeadFile);
  expect(await verified(otherHeadFile)).toMatchObject(missing(segments + 2));
  expect(errors).toHaveLength(1);
});

test('a server that did not run during the cut seals on, and the others go on reporting it', async () => {
  await cutFrom(3);
  await sealWithNewEvents(otherHeadFile);
  expect(await verified(otherHeadFile)).toEqual({ problem: null, last: 3 });
  await seal();
  expect(await verified()).toMatchObject(missing(4));
  while (((await readHead(otherHeadFile))?.number ?? 0) < segments) await sealWithNewEvents(otherHeadFile);
  await seal();
  expect(await verified()).toMatchObject({ problem: { kind: 'segmentChanged', segment: segments } });
  expect(await storedHead()).toMatchObject(trail.head());
});

test('servers that share a head file write it in turn, the newest segment last', async () => {
  const { pool } = trail.database;
  const turn = await pool.connect();
  try {
    await turn.query('begin');
    await lockSealing(drizzleOn(turn));
    const waiting = Promise.all([seal(otherHeadFile), seal(otherHeadFile)]);
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(rows).toHaveLength(2);
    }, 10_000);
    expect(await readHead(otherHeadFile)).toBeUndefined();
    await turn.query('commit');
    await waiting;
  } finally {
    turn.release(true);
  }
  expect(await readHead(otherHeadFile)).toEqual(await storedHead());
});

test('a segment that the installation did not sign is not stored as the newest one', async () => {
  const head = await storedHead();
  await asOwner(
    trail.database,
    `insert into audit_seals (number, through_id, event_count, list_hash, previous_hash, hash, sealed_at, key_id, signature)
     select number + 1, through_id, event_count, list_hash, hash, sha256('forged'), sealed_at, key_id, signature
     from audit_seals where number = ${segments}`,
  );
  await seal();
  expect(await storedHead()).toEqual(head);
});

test('the head of another database is replaced', async () => {
  await writeFile(headFileOf(trail.config), JSON.stringify({ ...(await storedHead()), database: '1/1', number: 999 }));
  await seal();
  expect(await storedHead()).toMatchObject(trail.head());
  expect(errors).toEqual([]);
});
