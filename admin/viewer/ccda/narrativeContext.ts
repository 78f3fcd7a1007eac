import { createContext } from 'react';
import type { EmbeddedFile } from './ccdaMedia.ts';

/** Settings of the document that its narratives use. */
export interface NarrativeSettings {
  /** Masks identifiers until the user shows them. */
  readonly mask: (text: string) => string;
  readonly media: ReadonlyMap<string, EmbeddedFile>;
  /** All rows are rendered, during a search or for printing. */
  readonly allRows: boolean;
}

export const NarrativeContext = createContext<NarrativeSettings>({
  mask: (text) => text,
  media: new Map(),
  allRows: false,
});
