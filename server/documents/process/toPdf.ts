import type { PatientData } from '../../../shared/contract/messageSchemas.ts';
import { maskSsns } from '../../../shared/rules/socialSecurity.ts';
import { type Block, blocksOfText } from '../blocks.ts';
import { cdaMetadata } from '../cda/cdaMetadata.ts';
import { cdaNarrative } from '../cda/cdaNarrative.ts';
import { decodeText } from '../decodeText.ts';
import { DocumentError, type DocumentDetails, type DocumentMetadata } from '../documents.ts';
import { hl7Metadata } from '../hl7/hl7Metadata.ts';
import { hl7Report } from '../hl7/hl7Report.ts';
import { identify } from '../identify/identify.ts';
import { imageSize, isGiant } from '../image/imageSize.ts';
import type { Source } from './job.ts';
import { unsupported } from './unsupported.ts';

/** Text beyond this is not set in pages: it would be thousands of them. */
const pagedTextMax = 4_000_000;

export async function toPdf(bytes: Buffer, from: Source, details: DocumentDetails): Promise<Buffer> {
  switch (from.kind) {
    case 'pdf': {
      // Handed on as it is, once it is known that it can be opened.
      const { pdfPageCount } = await import('../pdf/readPdf.ts');
      await pdfPageCount(bytes);
      return bytes;
    }
    case 'tiff': {
      const { tiffToPdf } = await import('../image/tiffToPdf.ts');
      return tiffToPdf(bytes);
    }
    case 'image':
      return imagePdf(bytes, from.mimeType);
    case 'ccda':
      return cdaPdf(bytes, details);
    case 'hl7': {
      const { blocks, pdf } = hl7Report(bytes);
      return pdf ?? textPdf(hl7Metadata(bytes), details, blocks);
    }
    case 'text':
    case 'xml':
    case 'fhir':
      return textPdf(nothing, details, textBlocks(bytes, details.patient?.socialSecurityNumbers));
    case 'unknown':
      throw unsupported();
    default:
      return from.kind satisfies never;
  }
}

const nothing: DocumentMetadata = {
  pageCount: null,
  documentType: null,
  documentDate: null,
  patient: null,
  problem: null,
};

/** A body that is a document of its own is the PDF; one level deep, and never another C-CDA. */
async function cdaPdf(bytes: Buffer, details: DocumentDetails): Promise<Buffer> {
  const { blocks, ssns, embedded } = cdaNarrative(bytes);
  if (!embedded) return textPdf(cdaMetadata(bytes), details, blocks);
  const inner = await identify(embedded.bytes, '');
  if (inner.kind === 'text' || embedded.mediaType === 'text/plain') {
    return textPdf(cdaMetadata(bytes), details, textBlocks(embedded.bytes, ssns));
  }
  if (inner.isRefused || !['pdf', 'tiff', 'image'].includes(inner.kind)) throw unsupported();
  return toPdf(embedded.bytes, inner, details);
}

const textBlocks = (bytes: Buffer, ssns: readonly string[] = []): Block[] =>
  blocksOfText(maskSsns(decodeText(bytes), ssns));

async function imagePdf(bytes: Buffer, mimeType: string): Promise<Buffer> {
  const size = imageSize(bytes);
  if (mimeType === 'image/gif') throw unsupported();
  if (!size || size.width === 0 || size.height === 0) throw new DocumentError('unreadable', 'The image is damaged.');
  if (isGiant(size)) throw new DocumentError('memory', 'The image has more pixels than can be shown.');
  const { writeImagePdf } = await import('../pdf/writePdf.ts');
  return writeImagePdf(bytes, size);
}

async function textPdf(
  metadata: DocumentMetadata,
  details: DocumentDetails,
  blocks: readonly Block[],
): Promise<Buffer> {
  const length = blocks.reduce(
    (sum, block) => sum + (block.kind === 'row' ? block.cells.join('').length : block.text.length),
    0,
  );
  if (length > pagedTextMax) throw new DocumentError('memory', 'The document has too much text for a PDF.');
  const { writePdf } = await import('../pdf/writePdf.ts');
  const patient = metadata.patient ?? details.patient;
  const date = metadata.documentDate ?? details.documentDate;
  const lines = [
    ...patientLines(patient),
    ...(date === null ? [] : [`Document date: ${date}`]),
    ...(metadata.problem === null ? [] : [metadata.problem]),
  ];
  const title = metadata.documentType ?? (details.title || details.name || 'Document');
  return writePdf({ title: maskSsns(title, patient?.socialSecurityNumbers), lines }, blocks);
}

function patientLines(patient: PatientData | null): string[] {
  if (!patient) return [];
  const { streetAddress1, streetAddress2, city, state, postalCode } = patient;
  const address = [streetAddress1, streetAddress2, city, state, postalCode].filter(Boolean).join(', ');
  const labelled = [
    ['Patient', patient.fullName],
    ['Born', patient.birthDate],
    ['Gender', patient.gender],
    ['Address', address || null],
    ['Telephone', patient.telephone],
    ['Id', patient.patientIds.map(({ id }) => id).join(', ') || null],
    ['SSN', patient.socialSecurityNumbers.join(', ') || null],
  ] as const;
  return labelled.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
}
