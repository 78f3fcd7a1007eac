/** Input of the viewers: the bytes of a document, never its URL. */
export interface ViewedDocument {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name: string;
  /** Social security numbers of its patient, masked or not: they are masked in texts that do not label them. */
  readonly ssns?: readonly string[];
}

/** `none` offers only the download. */
export type ViewerKind = 'ccda' | 'pdf' | 'tiff' | 'image' | 'hl7' | 'text' | 'html' | 'none';
