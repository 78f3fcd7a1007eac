import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Pdf from 'pdfkit';
import type { Block } from '../blocks.ts';

/** The lines over every document: what it is, whose it is. */
export interface Banner {
  readonly title: string;
  readonly lines: readonly string[];
}

const margin = 54;
const sizes = { title: 16, 1: 13, 2: 12, 3: 11, text: 10, small: 9 } as const;

/** Letters beyond those that every reader of PDF brings along. */
// oxlint-disable-next-line no-control-regex -- from the first letter on
const beyondWestern = /[^\u0000-\u00ff\u2018-\u201e\u2013\u2014\u2022\u2026\u20ac\u2122]/;

const fontFolder = () =>
  join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');

/** A plain, readable PDF of a document's text, on US letter as faxes and charts are. */
export function writePdf(banner: Banner, blocks: readonly Block[]): Promise<Buffer> {
  const isWestern = !beyondWestern.test(JSON.stringify([banner, blocks]));
  const pdf = new Pdf({ size: 'LETTER', margin, info: { Title: banner.title, Producer: 'carepost' } });
  if (!isWestern) {
    pdf.registerFont('text', join(fontFolder(), 'LiberationSans-Regular.ttf'));
    pdf.registerFont('bold', join(fontFolder(), 'LiberationSans-Bold.ttf'));
  }
  const fonts = isWestern ? { text: 'Helvetica', bold: 'Helvetica-Bold' } : { text: 'text', bold: 'bold' };
  const done = collect(pdf);
  pdf.font(fonts.bold).fontSize(sizes.title).text(banner.title);
  pdf.font(fonts.text).fontSize(sizes.text);
  for (const line of banner.lines) pdf.text(line);
  const y = pdf.y + 4;
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(0.5)
    .stroke();
  pdf.moveDown(1);
  for (const block of blocks) write(pdf, fonts, block);
  pdf.end();
  return done;
}

/** A picture on a page of its own size. */
export function writeImagePdf(
  image: Buffer,
  size: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  // 150 pixels an inch, yet never larger than a page of 60 inches.
  const scale = Math.min(72 / 150, 4320 / Math.max(size.width, size.height));
  const [width, height] = [Math.max(36, size.width * scale), Math.max(36, size.height * scale)];
  const pdf = new Pdf({ size: [width, height], margin: 0, info: { Producer: 'carepost' } });
  const done = collect(pdf);
  pdf.image(image, 0, 0, { fit: [width, height] });
  pdf.end();
  return done;
}

function write(pdf: PDFKit.PDFDocument, fonts: { text: string; bold: string }, block: Block): void {
  switch (block.kind) {
    case 'heading': {
      pdf.moveDown(0.6).font(fonts.bold);
      pdf.fontSize(block.level <= 1 ? sizes[1] : sizes[block.level === 2 ? 2 : 3]).text(block.text);
      pdf.font(fonts.text).fontSize(sizes.text).moveDown(0.2);
      return;
    }
    case 'paragraph':
      if (block.text === '') pdf.moveDown(0.5);
      else pdf.text(block.text);
      return;
    case 'item':
      pdf.text(`\u2022 ${block.text}`, { indent: 10 * Math.min(block.depth, 8) });
      return;
    case 'row':
      pdf.font(block.isHead ? fonts.bold : fonts.text).fontSize(sizes.small);
      writeRow(pdf, block.cells);
      pdf.font(fonts.text).fontSize(sizes.text);
      return;
    default:
      block satisfies never;
  }
}

/** Cells beside each other where they have room, else below each other. */
function writeRow(pdf: PDFKit.PDFDocument, cells: readonly string[]): void {
  const room = pdf.page.width - 2 * margin;
  if (cells.length > 8) {
    pdf.text(cells.join('  |  '));
    return;
  }
  const width = room / cells.length - 6;
  const heights = cells.map((cell) => pdf.heightOfString(cell || ' ', { width }));
  const height = Math.max(...heights);
  if (height > pdf.page.height / 2) {
    for (const cell of cells) pdf.text(cell);
    return;
  }
  if (pdf.y + height > pdf.page.height - margin) pdf.addPage();
  const y = pdf.y;
  for (const [at, cell] of cells.entries()) pdf.text(cell || ' ', margin + at * (room / cells.length), y, { width });
  pdf.x = margin;
  pdf.y = y + height + 2;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}
