/** A document as a viewer takes it: bytes that came by a call, never an address. */
export interface ViewedDocument {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name: string;
}

/** Viewers there are; `none` offers the download. */
export type ViewerKind = 'ccda' | 'pdf' | 'tiff' | 'image' | 'hl7' | 'text' | 'html' | 'none';
