import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { newId } from '../database/newId.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentContents } from '../database/schema/exchange.ts';
import { statement } from '../database/statement.ts';
import type { Transaction } from '../database/transaction.ts';

/** Where the bytes of documents are: the only place that knows. Another store (files, objects) takes the place of this one. */
export interface StoredContent {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
}

/** Keeps the bytes in the transaction that refers to them: both are there, or neither. Await `written` before its end. */
export function putContent(tx: Transaction, bytes: Buffer): StoredContent & { readonly written: Promise<unknown> } {
  const stored = { id: newId(), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return { ...stored, written: insertContent(tx, [stored.id, bytes, stored.size, stored.sha256]) };
}

const insertContent = statement(
  'documents-put',
  'insert into document_contents (id, bytes, size, sha256) values ($1::uuid, $2::bytea, $3::int, $4)',
);

/** The bytes; undefined where there is nothing of this id. */
export async function readContent(db: Drizzle, id: string): Promise<Buffer | undefined> {
  const [found] = await selectContent(db, [id]);
  return found?.bytes;
}

const selectContent = statement<{ bytes: Buffer }>(
  'documents-read',
  'select bytes from document_contents where id = $1::uuid',
);

/** Lets go of bytes that nothing refers to any more. */
export async function deleteContent(tx: Transaction, id: string): Promise<void> {
  await tx.delete(documentContents).where(eq(documentContents.id, id));
}
