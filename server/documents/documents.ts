import type { PatientData } from '../../shared/contract/messageSchemas.ts';

/** What the bytes say a document is; the claimed name and type only ever make it stricter (FI-3). */
export interface Identified {
  readonly kind: 'pdf' | 'tiff' | 'image' | 'ccda' | 'xml' | 'hl7' | 'fhir' | 'text' | 'unknown';
  /** Media type of the contract's `attachmentMediaTypes`. */
  readonly mimeType: string;
  readonly hasPdfContent: boolean;
  readonly hasCdaContent: boolean;
  readonly hasHl7Content: boolean;
  /** Why it cannot be read or is refused: a text of ours, never of the document. Refused documents are stored and never opened. */
  readonly problem: string | null;
  readonly isRefused: boolean;
}

/** Metadata of a document. Texts are as the document has them, cut to reasonable lengths, without control characters. */
export interface DocumentMetadata {
  readonly pageCount: number | null;
  readonly documentType: string | null;
  /** YYYY-MM-DD. */
  readonly documentDate: string | null;
  readonly patient: PatientData | null;
  /** What is in doubt about a document that was read all the same: a text of ours, never of the document. */
  readonly problem: string | null;
}

export interface Converted {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly extension: string;
  /** Milliseconds. */
  readonly processTime: number;
  /** `carepost-pdf`, `carepost-cda`, `carepost-text`, `carepost-preview`. */
  readonly systemName: string;
}

export type ConversionKind = 'Preview' | 'PDF' | 'CDA' | 'Text';

/** What a conversion uses besides the bytes of the document. */
export interface DocumentDetails {
  readonly name: string;
  readonly title: string;
  readonly patient: PatientData | null;
  readonly documentDate: string | null;
}

/** Problem of a text with a NUL character. */
export const nulProblem = 'The text contains a NUL character: it may be damaged.';
/** Problem of a document whose body is a file that cannot be decoded. */
export const damagedBody =
  'The file in the document is damaged: it is not valid base64. Request it again from the sender.';

/** `timeout` and `memory`: the limits of quality.md FI-1 and FI-3; `unreadable`: damaged or hostile; `unsupported`: no such conversion. */
export type DocumentFault = 'timeout' | 'memory' | 'unreadable' | 'unsupported';
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly fault: DocumentFault;
  constructor(fault: DocumentFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * Reads and converts documents. Everything that parses runs in processes of their own with limits of time and memory: a document
 * that breaks them fails alone, with a DocumentError. Any other error is no fault of the document. Nothing here reads from the network or a file.
 */
export interface Documents {
  /** By first bytes and structure; cheap enough for the accepting call. */
  identify(bytes: Buffer, name: string): Promise<Identified>;
  extract(bytes: Buffer, identified: Pick<Identified, 'kind' | 'mimeType'>): Promise<DocumentMetadata>;
  convert(
    bytes: Buffer,
    from: Pick<Identified, 'kind' | 'mimeType'>,
    to: ConversionKind,
    details: DocumentDetails,
  ): Promise<Converted>;
  /** How many documents are read now, may be at the same time, and wait. */
  threads(): { readonly busy: number; readonly total: number; readonly waiting: number };
  close(): Promise<void>;
}
