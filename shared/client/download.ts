import type { ReceivedFile } from '../contract/endpoint.ts';
import type { HttpResponse } from './send.ts';

/** A file download: its name, its size where the server states it, and its bytes. */
export interface Download {
  readonly fileName: string;
  readonly size: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  readonly correlationId: string | undefined;
}

async function* readWebStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function* readText(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** The web returns a ReadableStream, Node an async iterable, an injected request a text. */
const bytesOf = (data: unknown): AsyncIterable<Uint8Array> => {
  if (typeof data === 'string') return readText(data);
  if (typeof ReadableStream !== 'undefined' && data instanceof ReadableStream)
    return readWebStream(data as ReadableStream<Uint8Array>);
  if (isAsyncIterable(data)) return data;
  throw new TypeError('The response has no bytes.');
};

/** File name of a Content-Disposition header, its UTF-8 form first; never a path. */
export const fileNameOf = (disposition: string | undefined): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  let name = plain ?? 'download';
  if (encoded !== undefined) {
    try {
      name = decodeURIComponent(encoded);
    } catch {
      name = plain ?? 'download';
    }
  }
  return name.replace(/[^\w .()-]/g, '_').replace(/^\.+/, '_') || 'download';
};

export const toDownload = (response: HttpResponse): Download => {
  const length = Number(response.headers['content-length'] ?? Number.NaN);
  return {
    fileName: fileNameOf(response.headers['content-disposition']),
    size: Number.isSafeInteger(length) ? length : undefined,
    body: bytesOf(response.data),
    correlationId: response.headers['x-correlation-id'],
  };
};

/** A stored file as it was received, whole. */
export const toFile = ({ headers, data }: HttpResponse): ReceivedFile => {
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : data instanceof ArrayBuffer
      ? new Uint8Array(data)
      : undefined;
  if (!bytes) throw new TypeError('The response has no bytes.');
  const mediaType = headers['content-type']?.split(';')[0] ?? 'application/octet-stream';
  return { name: fileNameOf(headers['content-disposition']), mediaType, bytes };
};
