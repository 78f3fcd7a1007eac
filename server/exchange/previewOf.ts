import type { Identified } from '../documents/documents.ts';

/** Kinds whose preview has to be made first; the others are shown from the original. */
const made = new Set<Identified['kind']>(['tiff']);

/** The preview status of a document by what it is: `Processing` where a preview has to be made. */
export function previewOf({ kind, isRefused, problem }: Pick<Identified, 'kind' | 'isRefused' | 'problem'>): string {
  if (isRefused || problem !== null || kind === 'unknown') return 'None';
  return made.has(kind) ? 'Processing' : 'Available';
}
