import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** The bytes compressed. A failing source fails this too, so a cut download never becomes a valid archive. */
export async function* gzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressed = pipeline(Readable.from(source, { objectMode: false }), createGzip(), () => undefined);
  yield* compressed as AsyncIterable<Uint8Array>;
}
