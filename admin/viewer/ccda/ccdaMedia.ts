import { allOf, attributeOf, childOf } from './ccdaElements.ts';

/** A file inside the document. */
export interface EmbeddedFile {
  readonly mediaType: string;
  /** Null where the document only names an address: nothing is ever fetched. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
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

/** The file a `text` or `value` element carries, in base64 or as plain text. */
export const embeddedFile = (element: Element): EmbeddedFile => {
  const content = element.textContent ?? '';
  const isBase64 = attributeOf(element, 'representation').toUpperCase() === 'B64';
  const bytes = isBase64 ? decodeBase64(content) : new TextEncoder().encode(content);
  const reference = attributeOf(childOf(element, 'reference'), 'value');
  return {
    mediaType: (attributeOf(element, 'mediaType') || 'text/plain').toLowerCase(),
    bytes: content.trim() === '' ? null : bytes,
    reference,
  };
};

/** Pictures of the document by the name that `renderMultiMedia` refers to. */
export const mediaOf = (document: Document): ReadonlyMap<string, EmbeddedFile> =>
  new Map(
    allOf(document, 'observationMedia')
      .filter((media) => childOf(media, 'value') !== null)
      .map((media) => [attributeOf(media, 'ID'), embeddedFile(childOf(media, 'value') as Element)]),
  );
