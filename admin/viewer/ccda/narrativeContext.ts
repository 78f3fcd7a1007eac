import { createContext } from 'react';
import type { EmbeddedFile } from './ccdaMedia.ts';

/** What the text of a section needs to know of its document. */
export interface NarrativeSettings {
  /** Hides identifiers until they are asked for. */
  readonly mask: (text: string) => string;
  readonly media: ReadonlyMap<string, EmbeddedFile>;
  /** While something is searched or printed every row is there. */
  readonly allRows: boolean;
}

export const NarrativeContext = createContext<NarrativeSettings>({
  mask: (text) => text,
  media: new Map(),
  allRows: false,
});
