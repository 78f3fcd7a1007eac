import type { Identified } from '../documents/documents.ts';

/** Kinds whose preview is converted first; the previews of the others are the originals. */
const convertedKinds = new Set<Identified['kind']>(['tiff']);

/** The preview status of a document by what it is: `Processing` where a preview has to be convertedKinds. */
export function previewStatusOf({
  kind,
  isRefused,
  problem,
}: Pick<Identified, 'kind' | 'isRefused' | 'problem'>): string {
  if (isRefused || problem !== null || kind === 'unknown') return 'None';
  return convertedKinds.has(kind) ? 'Processing' : 'Available';
}
