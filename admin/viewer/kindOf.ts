import { decodeText } from './ccda/decodeText.ts';
import type { ViewedDocument, ViewerKind } from './viewedDocument.ts';

/** Image types that every browser displays. SVG is left out because it can contain scripts. */
export const isDisplayableImage = (mediaType: string): boolean => /^image\/(png|jpe?g|gif|bmp|webp)$/i.test(mediaType);

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCodePoint(...bytes.subarray(from, to));

const imageTypes: readonly (readonly [RegExp, string])[] = [
  [/^\u0089PNG\r\n/, 'image/png'],
  [/^\u00FF\u00D8\u00FF/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^BM/, 'image/bmp'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
];

/** Media type of an image by its first bytes; the declared type and the file name are not used. */
export const imageTypeOf = (bytes: Uint8Array): string | undefined => {
  const start = ascii(bytes, 0, 16);
  return imageTypes.find(([pattern]) => pattern.test(start))?.[1];
};

/** The viewer for a document, detected from its bytes; type and name decide only where the bytes are ambiguous. */
export const kindOf = ({ bytes, mediaType, name }: ViewedDocument): ViewerKind => {
  if (bytes.length === 0) return 'none';
  const start = ascii(bytes, 0, 1024);
  if (start.includes('%PDF-')) return 'pdf';
  if (/^(?:II\*\0|MM\0\*)/.test(start)) return 'tiff';
  if (imageTypeOf(bytes)) return 'image';
  if (isBinary(bytes)) return 'none';
  const text = decodeText(bytes.subarray(0, 65_536)).trimStart();
  if (/^(?:\uFEFF)?\s*(?:MSH|FHS|BHS)[|^~]/.test(text)) return 'hl7';
  if (/<(?:[\w-]+:)?ClinicalDocument[\s>]/.test(text)) return 'ccda';
  if (/^\s*(?:<!doctype html|<html)/i.test(text)) return 'html';
  if (text.startsWith('<') && /xml|cda/i.test(`${mediaType} ${name}`)) return 'ccda';
  if (/\.hl7$/i.test(name) && /^[A-Z][A-Z0-9]{2}\|/m.test(text)) return 'hl7';
  return 'text';
};

const sample = 4096;

/** Whether the bytes contain control characters that occur in no text. UTF-16 is text. */
const isBinary = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false;
  if ((first === 0x3c && second === 0) || (first === 0 && second === 0x3c)) return false;
  const head = bytes.subarray(0, sample);
  const odd = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)).length;
  return odd > head.length / 100;
};
