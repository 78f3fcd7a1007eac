import type { ReceivedFile } from '../../shared/contract/endpoint.ts';

/** A chosen file as calls with an upload take it. */
export const readFile = async (file: File): Promise<ReceivedFile> => ({
  name: file.name,
  mediaType: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

const bytesPerK = 1024;

/** Sizes are shown in k, never as nothing. */
export const sizeInK = (bytes: number): number => Math.max(1, Math.round(bytes / bytesPerK));

/** A maximum size with its unit, as hints name it. */
export const maxSizeText = (bytes: number): string => {
  const k = sizeInK(bytes);
  return k % bytesPerK === 0 ? `${k / bytesPerK} MB` : `${k} k`;
};

/** By its name, or by the type that the browser reports; the server reads the content. `accept` as a file input takes it. */
export const isAccepted = (file: File, accept: string): boolean =>
  accept
    .split(',')
    .some((kind) => (kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type === kind));
