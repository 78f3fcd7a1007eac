import { PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import UTIF from 'utif2';
import { DocumentError } from '../documents.ts';
import { readTiff, type TiffPage } from './tiffPages.ts';

const bitsKnown = new Set([1, 2, 4, 8, 16, 32]);
/** Bytes of pixels that are decoded for one page. */
const decodedMax = 128 * 1024 * 1024;
const tileOffsets = 324;
const jpegs = new Set([6, 7]);
const damaged = () => new DocumentError('unreadable', 'The TIFF is damaged.');

/** A PDF with the pages of a TIFF. Fax pages go in as they are, without being decoded; others as their pixels. */
export async function tiffToPdf(bytes: Buffer): Promise<Buffer> {
  const pages = readTiff(bytes);
  const pdf = await PDFDocument.create();
  pdf.setProducer('carepost');
  for (const page of pages) {
    const images = isFax(page) ? faxStrips(pdf, bytes, page) : [decoded(pdf, bytes, page)];
    drawPage(pdf, page, images);
  }
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

interface Strip {
  readonly image: PDFRef;
  readonly rows: number;
}

const isFax = ({ compression, bits, samples }: TiffPage): boolean =>
  compression >= 2 && compression <= 4 && bits === 1 && samples === 1;

/** Each strip is encoded for itself and becomes an image of its own. */
function faxStrips(pdf: PDFDocument, bytes: Buffer, page: TiffPage): Strip[] {
  const { context } = pdf;
  if (page.strips.length === 0) throw damaged();
  return page.strips.flatMap(({ offset, length }, at): Strip[] => {
    const rows = Math.min(page.rowsPerStrip, page.height - at * page.rowsPerStrip);
    const data = bytes.subarray(offset, offset + length);
    if (rows <= 0 || data.length === 0) return [];
    const parameters = {
      K: faxK(page),
      Columns: page.width,
      Rows: rows,
      BlackIs1: page.photometric === 1,
      EndOfBlock: false,
      EncodedByteAlign: page.compression === 2,
    };
    const stream = context.stream(page.fillOrder === 2 ? turned(data) : Uint8Array.from(data), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: page.width,
      Height: rows,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 1,
      Filter: 'CCITTFaxDecode',
      DecodeParms: parameters,
    });
    return [{ image: context.register(stream), rows }];
  });
}

/** Group 4; group 3 in two dimensions; else in one. */
function faxK({ compression, t4Options }: TiffPage): number {
  if (compression === 4) return -1;
  return compression === 3 && (t4Options & 1) === 1 ? 1 : 0;
}

/** Bytes whose bits come lowest first. */
const turned = (data: Uint8Array): Uint8Array => Uint8Array.from(data, (byte) => turnedBits[byte] ?? 0);
const turnedBits = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => sum | (((byte >> bit) & 1) << (7 - bit)), 0),
);

function decoded(pdf: PDFDocument, bytes: Buffer, page: TiffPage): Strip {
  const { width, height, bits, samples } = page;
  if (!bitsKnown.has(bits) || samples < 1 || samples > 8) throw damaged();
  // Without pixels the decoder would give a black page, which is not what the sender saw.
  if (page.strips.length === 0 && !page.tags.has(tileOffsets)) throw damaged();
  const pixelBytes = Math.max(4, Math.ceil((bits * samples) / 8));
  if (width * height * pixelBytes > decodedMax) {
    throw new DocumentError('memory', 'The TIFF has more pixels than can be shown.');
  }
  const directory = directoryOf(page);
  UTIF.decodeImage(bytes, directory);
  if (directory.width !== width || directory.height !== height) throw damaged();
  const rgba = UTIF.toRGBA8(directory);
  const rgb = new Uint8Array(width * height * 3);
  const isMultiplied = page.tags.get(338)?.[0] === 1;
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    const alpha = rgba[from + 3] ?? 255;
    const onPaper = (color = 0) => Math.min(255, (isMultiplied ? color : (color * alpha) / 255) + 255 - alpha);
    rgb[to] = onPaper(rgba[from]);
    rgb[to + 1] = onPaper(rgba[from + 1]);
    rgb[to + 2] = onPaper(rgba[from + 2]);
  }
  const { context } = pdf;
  const stream = context.flateStream(rgb, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
  });
  return { image: context.register(stream), rows: height };
}

/** The directory in the form of the decoder, from validated values: its own reader trusts any count in the file. */
function directoryOf({ tags, strips, width, height, compression, samples }: TiffPage): UTIF.IFD {
  const values = [...tags].map(([tag, entries]) => [`t${tag}`, [...entries]] as const);
  const checked = { t273: strips.map(({ offset }) => offset), t279: strips.map(({ length }) => length) };
  // The decoder writes every JPEG as three colors, a gray one too.
  const colors = jpegs.has(compression) && samples === 1 ? { t258: [8, 8, 8], t262: [2], t277: [3] } : {};
  return {
    ...Object.fromEntries(values),
    ...checked,
    ...colors,
    data: undefined,
    width,
    height,
  } as unknown as UTIF.IFD; // its tags are keys made of numbers, which no type names
}

/** The strips below each other, on a page as large as the paper was. */
function drawPage(pdf: PDFDocument, page: TiffPage, strips: readonly Strip[]): void {
  const [width, height] = paperSize(page);
  const sheet = pdf.addPage([width, height]);
  const operators: string[] = [];
  let top = 0;
  for (const { image, rows } of strips) {
    const name = sheet.node.newXObject('Strip', image);
    const tall = (rows / page.height) * height;
    operators.push(`q ${number(width)} 0 0 ${number(tall)} 0 ${number(height - top - tall)} cm ${String(name)} Do Q`);
    top += tall;
  }
  sheet.node.addContentStream(pdf.context.register(pdf.context.flateStream(operators.join('\n'))));
}

const number = (value: number): string => value.toFixed(3);

/** In points; a letter's width where the file does not say how fine it is. */
function paperSize({ width, height, resolution }: TiffPage): [number, number] {
  const [across, down] = resolution ?? [width / 8.5, width / 8.5];
  const size = [(width / across) * 72, (height / down) * 72] as const;
  const shrink = Math.min(1, 14_000 / Math.max(...size));
  return [Math.max(3, size[0] * shrink), Math.max(3, size[1] * shrink)];
}
