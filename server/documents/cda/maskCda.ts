import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { displayedSsn, ssnMask, ssnsIn } from '../../../shared/rules/socialSecurity.ts';
import { isSsnElement } from '../../../shared/rules/socialSecurityHl7.ts';
import { decodePieces, decodeText, xmlEncoding } from '../decodeText.ts';
import { DocumentError } from '../documents.ts';
import { identify } from '../identify/identify.ts';
import { cdaMetadata } from './cdaMetadata.ts';
import { cdaNarrative } from './cdaNarrative.ts';
import type { Attributes } from './readXml.ts';
import { escaped } from './writeCda.ts';

/** Elements that do not end a word: a number may be written over several of them. */
const inline = new Set(['content', 'sub', 'sup', 'linkHtml', 'footnoteRef']);

/** A part of the document in its order: markup that stays, an opening tag, or a text. */
type Piece =
  | { readonly kind: 'markup'; readonly source: string }
  | { readonly kind: 'tag'; readonly tag: SaxesTagPlain }
  | { readonly kind: 'text'; text: string; readonly isFile: boolean };

/**
 * A C-CDA with its social security numbers masked: identifiers of their root, labeled numbers, and the digits of both in every text and
 * attribute, also in a text document inside. A document without any stays as it is, byte for byte.
 */
export async function maskCda(bytes: Buffer): Promise<Buffer> {
  // Both refuse what is not read (entities, depth); the numbers of the narrative include those of tables.
  const { ssns, embedded } = cdaNarrative(bytes);
  const patientSsns = cdaMetadata(bytes).patient?.socialSecurityNumbers ?? [];
  const { pieces, runs } = piecesOf(bytes);
  const texts = runs.map((run) => run.map(({ text }) => text).join(''));
  const inside = embedded && (await isText(embedded.bytes)) ? decodeText(embedded.bytes) : '';
  const mask = ssnMask([...ssns, ...patientSsns, ...[...texts, inside].flatMap(ssnsIn)]);
  const before = pieces.map((piece) => sourceOf(piece));
  for (const [index, run] of runs.entries()) maskRun(run, mask(texts[index] ?? ''));
  if (mask(inside) !== inside) replaceFile(pieces, mask(inside));
  const masked = pieces.map((piece) => sourceOf(piece, mask));
  if (masked.every((source, index) => source === before[index])) return bytes;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${masked.join('')}`);
}

const isText = async (bytes: Buffer): Promise<boolean> => (await identify(bytes, '')).kind === 'text';

type TextPiece = Extract<Piece, { kind: 'text' }>;

/** `runs`: texts that are read as one. */
function piecesOf(bytes: Buffer): { pieces: Piece[]; runs: TextPiece[][] } {
  const pieces: Piece[] = [];
  const runs: TextPiece[][] = [];
  let run: TextPiece[] | undefined;
  const parents: SaxesTagPlain[] = [];
  const endRun = (name: string) => {
    if (!inline.has(name.slice(name.indexOf(':') + 1))) run = undefined;
  };
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw new DocumentError('unreadable', `The document is damaged: ${error.message}`);
  });
  parser.on('processinginstruction', ({ target, body }) => {
    pieces.push({ kind: 'markup', source: `<?${target} ${body}?>\n` });
  });
  parser.on('opentag', (tag) => {
    endRun(tag.name);
    parents.push(tag);
    pieces.push({ kind: 'tag', tag });
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    endRun(name);
    parents.pop();
    if (!isSelfClosing) pieces.push({ kind: 'markup', source: `</${name}>` });
  });
  const onText = (text: string) => {
    const piece: TextPiece = { kind: 'text', text, isFile: parents.at(-1)?.attributes['representation'] === 'B64' };
    pieces.push(piece);
    if (piece.isFile) return;
    if (run) run.push(piece);
    else runs.push((run = [piece]));
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  for (const text of decodePieces(bytes, xmlEncoding(bytes) ?? 'utf-8')) parser.write(text);
  parser.close();
  return { pieces, runs };
}

/** The mask keeps the length, so that every text gets its part of the masked run. */
function maskRun(run: readonly TextPiece[], masked: string): void {
  let at = 0;
  for (const piece of run) {
    const { length } = piece.text;
    piece.text = masked.slice(at, at + length);
    at += length;
  }
}

/** A body that is a text document in base64; a document with such a body has no other file. */
function replaceFile(pieces: readonly Piece[], text: string): void {
  const files = pieces.filter((piece): piece is TextPiece => piece.kind === 'text' && piece.isFile);
  for (const [index, piece] of files.entries())
    piece.text = index === 0 ? Buffer.from(text, 'utf8').toString('base64') : '';
}

const unmasked = (text: string) => text;

function sourceOf(piece: Piece, mask?: (text: string) => string): string {
  if (piece.kind === 'markup') return piece.source;
  if (piece.kind === 'text') return escaped(piece.text);
  const { name, attributes, isSelfClosing } = piece.tag;
  const isSsn = mask !== undefined && /(?:^|:)id$/.test(name) && isSsnElement(attributes);
  const written = Object.entries(isSsn ? maskedId(attributes) : attributes).map(
    ([key, value]) => ` ${key}="${escaped((mask ?? unmasked)(value)).replaceAll('\n', '&#10;')}"`,
  );
  return `<${name}${written.join('')}${isSelfClosing ? '/' : ''}>`;
}

/** "MSK": the value exists and is not disclosed. A value that is no social security number may be a mistyped one. */
function maskedId({ extension, ...attributes }: Attributes): Attributes {
  if (extension === undefined) return attributes;
  const displayed = displayedSsn(extension);
  return displayed === null ? { nullFlavor: 'MSK', ...attributes } : { ...attributes, extension: displayed };
}
