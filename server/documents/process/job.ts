import type {
  Converted,
  ConversionKind,
  DocumentDetails,
  DocumentFault,
  DocumentMetadata,
  Identified,
} from '../documents.ts';

export type Source = Pick<Identified, 'kind' | 'mimeType'>;

/** What is to be done with a document. */
export type Task =
  | { readonly task: 'extract'; readonly from: Source }
  | { readonly task: 'convert'; readonly from: Source; readonly to: ConversionKind; readonly details: DocumentDetails };

/** A new form of a document as it is made, and as it travels: with the time it took. */
export type Made = Omit<Converted, 'processTime'>;
export type MadeInTime = Omit<Converted, 'bytes'> & { readonly bytes: Uint8Array };

export type DocumentResponse =
  | { readonly extracted: DocumentMetadata }
  | { readonly made: MadeInTime }
  | { readonly fault: DocumentFault; readonly message: string };
