import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { schema } from '../../../server/database/schema.ts';
import { randomBytes } from 'node:crypto';
const admin = 'postgres://postgres@127.0.0.1:3139/postgres';
export async function openTestDatabase(): Promise<any> {
  const name = `t_${randomBytes(5).toString('hex')}`;
  const c = new pg.Client(admin); await c.connect(); await c.query(`create database ${name} template identity`); await c.end();
  const pool = new pg.Pool({ connectionString: `postgres://postgres@127.0.0.1:3139/${name}` });
  pool.on('error', () => {});
  return { pool, db: drizzle(pool, { schema, casing: 'snake_case' }), close: () => pool.end() };
}
