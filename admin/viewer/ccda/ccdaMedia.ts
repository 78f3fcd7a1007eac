import { allOf, attributeOf, childOf } from './ccdaElements.ts';

/** A file that is embedded in a document. */
export interface EmbeddedFile {
  readonly mediaType: string;
  /** Null where the document only references a URL, which is never loaded. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** Its content is not valid base64. */
  readonly isDamaged: boolean;
  readonly reference: string;
}

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    const raw = atob(text.replaceAll(/\s+/g, ''));
    return Uint8Array.from(raw, (char) => char.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
};

/** The file in a `text` or `value` element, as base64 or plain text. */
export const embeddedFile = (element: Element): EmbeddedFile => {
  const content = element.textContent ?? '';
  const isBase64 = attributeOf(element, 'representation').toUpperCase() === 'B64';
  const bytes = isBase64 ? decodeBase64(content) : new TextEncoder().encode(content);
  const reference = attributeOf(childOf(element, 'reference'), 'value');
  const isEmpty = content.trim() === '';
  return {
    mediaType: (attributeOf(element, 'mediaType') || 'text/plain').toLowerCase(),
    bytes: isEmpty ? null : bytes,
    isDamaged: !isEmpty && bytes === null,
    reference,
  };
};

/** Images of the document by the id that `renderMultiMedia` references. */
export const mediaOf = (document: Document): ReadonlyMap<string, EmbeddedFile> =>
  new Map(
    allOf(document, 'observationMedia')
      .filter((media) => childOf(media, 'value') !== null)
      .map((media) => [attributeOf(media, 'ID'), embeddedFile(childOf(media, 'value') as Element)]),
  );
