import { createBreath } from '../../bulk/breathing.ts';
import type { ByteSource } from '../../../shared/bulk/csv/types.ts';

const chunkBytes = 64 * 1024;

/** A file of the disk as the engine reads it: in small parts, with turns for the page between them. */
export const fileSource = (file: File): ByteSource => ({
  name: file.name,
  async *chunks() {
    const breath = createBreath();
    for (let at = 0; at < file.size; at += chunkBytes) {
      yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
      await breath();
    }
  },
});
