import { deflateSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Documents } from '../../../server/documents/documents.ts';
import { createDocuments } from '../../../server/documents/openDocuments.ts';
import { cdaOf, details, hl7Of, pngOf } from './documentBuilders.ts';

let documents: Documents;
afterEach(() => documents.close());

const cda = { kind: 'ccda', mimeType: 'application/xml' } as const;
const text = { kind: 'text', mimeType: 'text/plain' } as const;
const long = Buffer.from('A line of a very long letter.\n'.repeat(130_000));

test('a document that takes too long fails alone: those that wait behind it are read', { tags: ['hard'] }, async () => {
  documents = createDocuments({ threads: 1, timeoutMs: 600, memoryMb: 512 });
  const slow = documents.convert(long, text, 'PDF', details);
  const behind = [1, 2, 3].map(() => documents.extract(cdaOf(), cda));
  expect(documents.threads()).toEqual({ busy: 1, total: 1, waiting: 3 });
  await expect(slow).rejects.toMatchObject({ fault: 'timeout' });
  for (const { patient } of await Promise.all(behind)) expect(patient?.lastName).toBe('Beispiel');
});

test('a document that takes too much memory fails alone, inside the heap and outside of it', {
  tags: ['hard'],
  timeout: 60_000,
}, async () => {
  documents = createDocuments({ threads: 1, timeoutMs: 20_000, memoryMb: 64 });
  const wide = hl7Of(...Array.from({ length: 40_000 }, () => `ZZZ${'|'.repeat(400)}`));
  const hl7 = { kind: 'hl7', mimeType: 'application/hl7-v2' } as const;
  await expect(documents.extract(wide, hl7)).rejects.toMatchObject({ fault: 'memory' });
  const inflated = deflateSync(Buffer.alloc(400_000_000));
  const bomb = pngOf(16, 16);
  const at = bomb.indexOf('IDAT');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(inflated.length);
  const tail = bomb.subarray(bomb.indexOf('IEND') - 4);
  const png = Buffer.concat([bomb.subarray(0, at - 4), length, Buffer.from('IDAT'), inflated, Buffer.alloc(4), tail]);
  // Grey with alpha: such a picture is taken apart to be shown.
  png[25] = 4;
  const image = { kind: 'image', mimeType: 'image/png' } as const;
  await expect(documents.convert(png, image, 'PDF', details)).rejects.toMatchObject({ name: 'DocumentError' });
  expect((await documents.extract(cdaOf(), cda)).patient?.lastName).toBe('Beispiel');
});

test('the bytes that were handed in stay those of the caller', async () => {
  documents = createDocuments({ threads: 1, timeoutMs: 5000, memoryMb: 256 });
  const bytes = cdaOf();
  const copy = Buffer.from(bytes);
  await documents.extract(bytes, cda);
  expect(bytes.equals(copy)).toBe(true);
});

test('closing ends what is in work and what waits', async () => {
  documents = createDocuments({ threads: 1, timeoutMs: 20_000, memoryMb: 512 });
  const waiting = Promise.allSettled([documents.convert(long, text, 'PDF', details), documents.extract(cdaOf(), cda)]);
  await documents.close();
  for (const outcome of await waiting) expect(outcome.status).toBe('rejected');
  await expect(documents.extract(cdaOf(), cda)).rejects.toThrow('The server is stopping.');
});
