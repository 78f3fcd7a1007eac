import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { newId } from '../database/newId.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { documentContents } from '../database/schema/exchange.ts';
import { largeBuffer, releaseSpent } from '../operations/spentBuffers.ts';
import { statement } from '../database/statement.ts';
import type { Transaction } from '../database/transaction.ts';

/** The store of document bytes; another one (files, objects) can replace it. */
export interface StoredContent {
  readonly id: string;
  readonly size: number;
}

/**
 * Larger contents travel in pieces: as one parameter or one column the driver copies them several times, and the copies of a few messages
 * at once fill the memory (IN-3).
 */
const largestWhole = 512 * 1024;
/** Short, because a dozen messages take turns: while the driver reads or writes their pieces, all other calls wait. */
const pieceBytes = 128 * 1024;
/** Buffers of the driver for each piece. */
const copies = 3;

/** Stores the bytes in the transaction that refers to them: both are committed, or neither. Await `written` before its end. */
export function putContent(tx: Transaction, bytes: Buffer): StoredContent & { readonly written: Promise<unknown> } {
  const [id, size] = [newId(), bytes.length];
  if (size <= largestWhole) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { id, size, written: insertContent(tx, [id, bytes, size, sha256]) };
  }
  // The row is there at once, for those that refer to it in the same transaction.
  const inserted = insertContent(tx, [id, Buffer.alloc(0), size, '']);
  return { id, size, written: inserted.then(() => writePieces(tx, id, bytes)) };
}

const insertContent = statement(
  'documents-put',
  'insert into document_contents (id, bytes, size, sha256) values ($1::uuid, $2::bytea, $3::int, $4)',
);

/** By way of a large object, which PostgreSQL extends in place; it is deleted at the end of the transaction. */
async function writePieces(tx: Transaction, id: string, bytes: Buffer): Promise<void> {
  const [object] = await createObject(tx, []);
  if (!object) throw new Error('PostgreSQL created no large object.');
  const { oid } = object;
  // Piece by piece as well: at once, the hash of the largest content would keep all other calls waiting.
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    hash.update(piece);
    await writePiece(tx, [oid, at, piece]);
    releaseSpent(copies * pieceBytes);
  }
  await fillContent(tx, [id, oid, hash.digest('hex')]);
  await deleteObject(tx, [oid]);
}

const createObject = statement<{ oid: number }>('documents-object', 'select lo_create(0) as oid');
const writePiece = statement('documents-piece', 'select lo_put($1::oid, $2::bigint, $3::bytea)');
const fillContent = statement(
  'documents-fill',
  'update document_contents set bytes = lo_get($2::oid), sha256 = $3 where id = $1::uuid',
);
const deleteObject = statement('documents-object-end', 'select lo_unlink($1::oid)');

/** The bytes; undefined for an unknown id. */
export async function readContent(db: Drizzle, id: string): Promise<Buffer | undefined> {
  const [row] = await selectContent(db, [id, largestWhole]);
  if (!row) return undefined;
  if (row.bytes) return row.bytes;
  const bytes = largeBuffer(row.size);
  for (let at = 0; at < row.size; ) {
    const [piece] = await selectPiece(db, [id, at + 1, pieceBytes]);
    // Deleted meanwhile.
    if (!piece || piece.bytes.length === 0) return undefined;
    at += piece.bytes.copy(bytes, at);
    releaseSpent(copies * pieceBytes);
  }
  return bytes;
}

const selectContent = statement<{ size: number; bytes: Buffer | null }>(
  'documents-read',
  'select size, case when size <= $2::int then bytes end as bytes from document_contents where id = $1::uuid',
);
const selectPiece = statement<{ bytes: Buffer }>(
  'documents-read-piece',
  'select substring(bytes from $2::int for $3::int) as bytes from document_contents where id = $1::uuid',
);

/** Deletes bytes without references. */
export async function deleteContent(tx: Transaction, id: string): Promise<void> {
  await tx.delete(documentContents).where(eq(documentContents.id, id));
}
