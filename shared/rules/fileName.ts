/** Most characters of a file name that are shown (spec 2 section 9). */
export const fileNameDisplayMax = 60;

/** Extensions of structured documents (spec 2 section 9). */
export const structuredExtensions = ['hl7', 'ccd', 'cda', 'xml'] as const;

/** Whether an edited file name has letters, digits, dot, underscore, hyphen and blank only (spec 3 section 5). */
export const isFileName = (value: string): boolean => /^[A-Za-z0-9._\- ]+$/.test(value) && value.trim() !== '';

/** The extension in lower case, without the dot; empty when there is none. */
export const extensionOf = (fileName: string): string => /[^.]\.([^.\s]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** Whether a file is a structured document by its extension (spec 2 section 5). */
export const isStructured = (fileName: string): boolean =>
  structuredExtensions.some((extension) => extension === extensionOf(fileName));

/** Manual identity verification takes images and PDF (spec 2 section 5). */
export const isProofFileType = (mimeType: string): boolean =>
  mimeType === 'application/pdf' || /^image\/[\w.+-]+$/.test(mimeType);
