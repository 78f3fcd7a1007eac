/** Input of the viewers: the bytes of a document, never its URL. */
export interface ViewedDocument {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name: string;
}

/** `none` offers only the download. */
export type ViewerKind = 'ccda' | 'pdf' | 'tiff' | 'image' | 'hl7' | 'text' | 'html' | 'none';
