import type { FileHandle } from 'node:fs/promises';
import type { AuditHead } from './chain.ts';

const longestLine = 64 * 1024;

/** The end of the file, as far as a line may reach. */
const tailOf = async (file: FileHandle): Promise<{ readonly size: number; readonly text: Buffer }> => {
  const { size } = await file.stat();
  const length = Math.min(size, longestLine);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return { size, text: buffer };
};

const hashIn = (line: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'hash' in value && typeof value.hash === 'string'
      ? value.hash
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Puts right what a crash left: an announced line that is there becomes part of the head, half of one is taken off. Anything else at
 * the end of the file is not ours to mend; `lineEnd` then keeps the next line apart from it.
 */
export const mendTail = async (
  file: FileHandle,
  head: AuditHead,
): Promise<{ readonly head: AuditHead; readonly lineEnd: string }> => {
  const { size, text } = await tailOf(file);
  const isWhole = size === 0 || text.at(-1) === 0x0a;
  const lineEnd = isWhole ? '' : '\n';
  if (head.next === null) return { head, lineEnd };
  const settled = { count: head.count, hash: head.hash, next: null };
  if (isWhole) {
    const last = text.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
    const isThere = hashIn(last) === head.next;
    return { head: isThere ? { count: head.count + 1, hash: head.next, next: null } : settled, lineEnd };
  }
  const end = text.lastIndexOf(0x0a);
  if (end === -1 && size > text.length) return { head: settled, lineEnd };
  await file.truncate(size - text.length + end + 1);
  return { head: settled, lineEnd: '' };
};
