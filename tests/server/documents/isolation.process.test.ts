/** @module-tag measured */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { isRunning, readingProcesses } from '../../support/readingProcesses.ts';
import { cdaOf, details, hl7Of } from './documentBuilders.ts';

/** Documents are read in processes of their own: whatever one does, the server lives, and so do the others. */

let documents: Documents | undefined;
afterEach(() => documents?.close());
const open = (limits: Parameters<typeof createDocuments>[0]) => (documents = createDocuments(limits));

const cda = { kind: 'ccda', mimeType: 'application/xml' } as const;
const hl7 = { kind: 'hl7', mimeType: 'application/hl7-v2' } as const;
const text = { kind: 'text', mimeType: 'text/plain' } as const;

/** One segment whose fields are one list of nineteen million: memory runs out within one step, and that ends a process. */
const bomb = hl7Of(`ZZZ${'|'.repeat(19_000_000)}`);
const letter = (lines: number) => Buffer.from('A line of a long letter.\n'.repeat(lines));
/** What is counted is our own: the files of a worker share it. */
let others: readonly number[] = [];
beforeEach(() => {
  others = readingProcesses().map(({ pid }) => pid);
});
const readers = () =>
  readingProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => !others.includes(pid));

test('a document that ends its process fails alone: the one beside it and the next are read', async () => {
  const opened = open({ threads: 2, timeoutMs: 20_000, memoryMb: 64 });
  const first = await Promise.all([opened.extract(cdaOf(), cda), opened.extract(cdaOf(), cda)]);
  const before = readers();
  const beside = opened.convert(letter(2_000), text, 'PDF', details);
  await expect(opened.extract(bomb, hl7)).rejects.toMatchObject({ name: 'DocumentError', fault: 'memory' });
  expect((await beside).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const after = await Promise.all([opened.extract(cdaOf(), cda), opened.extract(cdaOf(), cda)]);
  for (const { patient } of [...first, ...after]) expect(patient?.lastName).toBe('Beispiel');
  const ended = before.filter((pid) => !isRunning(pid));
  expect([before.length, ended.length, readers().length]).toEqual([2, 1, 2]);
}, 60_000);

test('one such document after the other: none of them is waited for longer than its time', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  const opened = open({ threads: 1, timeoutMs: 3_000, memoryMb: 64 });
  for (let round = 0; round < 4; round++) {
    const began = performance.now();
    await expect(opened.extract(bomb, hl7)).rejects.toMatchObject({ name: 'DocumentError' });
    // The limit and the start of a process on a busy machine; without the limit the document is never done.
    expect(performance.now() - began).toBeLessThan(12_000);
  }
  expect((await opened.extract(cdaOf(), cda)).patient?.lastName).toBe('Beispiel');
});

test('no process before the first document, then as many as documents at a time, none after the end', {
  tags: ['hard'],
}, async () => {
  const opened = open({ threads: 2, timeoutMs: 20_000, memoryMb: 128 });
  expect(readers()).toEqual([]);
  await opened.extract(cdaOf(), cda);
  expect(readers()).toHaveLength(1);
  await Promise.all([1, 2, 3, 4].map(() => opened.extract(cdaOf(), cda)));
  expect(readers()).toHaveLength(2);
  const stuck = opened.convert(letter(130_000), text, 'PDF', details).catch((error: unknown) => error);
  await opened.close();
  // Not a fault of the document, so it is not recorded as one.
  const error = await stuck;
  // An error: the conversion was ended, not waited for.
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toMatchObject({ name: 'DocumentError' });
  await expect.poll(() => readers()).toEqual([]);
});

test('a process that is ended from outside is no fault of the document, which is read in another process', {
  tags: ['hard'],
}, async () => {
  const opened = open({ threads: 1, timeoutMs: 20_000, memoryMb: 128 });
  await opened.extract(cdaOf(), cda);
  const [idle] = readers();
  process.kill(idle ?? 0, 'SIGKILL');
  expect((await opened.extract(cdaOf(), cda)).patient?.lastName).toBe('Beispiel');
  const [busy] = readers();
  const reading = opened.convert(letter(5_000), text, 'PDF', details);
  process.kill(busy ?? 0, 'SIGKILL');
  expect((await reading).mimeType).toBe('application/pdf');
  expect([idle, busy]).not.toContain(readers()[0]);
});
