import type { QueryResultRow } from 'pg';
import type { Transaction } from './queryBuilder.ts';

/**
 * A statement that each connection plans once, for those that run all the time: planning them anew would cost more than running them.
 * Lists travel as JSON. Types of the answer are those of `pg`, so big numbers come as text.
 */
export const statement =
  <Row extends QueryResultRow>(name: string, text: string) =>
  async (tx: Transaction, values: readonly unknown[]): Promise<Row[]> =>
    (await tx.$client.query<Row>({ name, text, values: [...values] })).rows;
