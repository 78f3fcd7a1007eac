import { expect, inject, test } from 'vitest';
import { Pool } from 'pg';
import { bearSecondRelease } from '../../../server/jobs/worker.ts';

test('a connection of the queue that is given back twice is given back once', async () => {
  const pool = new Pool({ connectionString: inject('testDatabases').adminUrl });
  bearSecondRelease(pool);
  await new Promise<void>((resolve, reject) => {
    pool.connect((error, _client, release) => {
      if (error) return reject(error);
      release();
      release();
      resolve();
    });
  });
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  const client = await pool.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  await pool.end();
});

test('a connection that was refused because the pool has ended may be given back as well', async () => {
  const pool = new Pool({ connectionString: inject('testDatabases').adminUrl });
  bearSecondRelease(pool);
  await pool.end();
  const message = await new Promise<string>((resolve) => {
    pool.connect((error, _client, release) => {
      release();
      resolve(error?.message ?? '');
    });
  });
  expect(message).toContain('after calling end');
});
