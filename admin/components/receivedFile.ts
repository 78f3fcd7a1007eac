import type { ReceivedFile } from '../../shared/contract/endpoint.ts';

/** A chosen file as calls with an upload take it. */
export const readFile = async (file: File): Promise<ReceivedFile> => ({
  name: file.name,
  mediaType: file.type,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

const bytesPerK = 1024;

/** Sizes are shown in k, and as 0 only where there is nothing. */
export const sizeInK = (bytes: number): number => (bytes === 0 ? 0 : Math.max(1, Math.round(bytes / bytesPerK)));

/** A maximum size with its unit, as hints name it. */
export const maxSizeText = (bytes: number): string => {
  const k = sizeInK(bytes);
  return k % bytesPerK === 0 ? `${k / bytesPerK} MB` : `${k} k`;
};
